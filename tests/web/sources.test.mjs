// The page is built again when any of its sources changes: the build knows them all.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { buildDir, root } from './helper.mjs';

test('the build knows every source of the page', async () => {
  const said = execFileSync('ninja', ['-C', buildDir, '-t', 'deps', 'web/dist.stamp'], { encoding: 'utf8' });
  const known = new Set(said.split('\n').map((line) => path.resolve(buildDir, line.trim())));
  for (const folder of ['src', 'static', 'styles']) {
    const entries = await readdir(path.join(root, 'web', folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((one) => one.isFile()).map((one) => path.join(one.path, one.name));
    assert.ok(files.length > 0);
    assert.deepEqual(files.filter((file) => !known.has(file)), []);
  }
});

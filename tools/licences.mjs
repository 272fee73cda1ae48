// Says under which licences hoshi and what is inside it may be used: the text that the page, the packages and
// `make install` carry. tools/bill.py makes the bill of materials of the same list, tools/embedded.json.
//
// usage: node tools/licences.mjs OUTPUT
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

const read = (...names) => readFileSync(path.join(top, ...names), 'utf8');
/** What is inside the program and the page, in the words of the package that it comes from. */
export const EMBEDDED = JSON.parse(read('tools', 'embedded.json'));

const about = (name) => JSON.parse(read('node_modules', name, 'package.json'));

export function licencesText() {
  const parts = EMBEDDED.map(({ name, file, what }) => {
    const { version, license } = about(name);
    const title = `${what} (${name} ${version}, ${license})`;
    return `${title}\n${'-'.repeat(title.length)}\n\n${read('node_modules', name, file).trim()}\n`;
  });
  const own = `hoshi\n-----\n\n${read('LICENSE').trim()}\n\n${read('NOTICE').trim()}\n`;
  return [own, ...parts].join('\n\n').replace(/\r/g, '');
}

/** The packages whose files a bundle holds, from esbuild's metafile; those that EMBEDDED lacks are a mistake. */
export function unlisted(inputs) {
  const found = new Set();
  for (const file of inputs) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (name !== undefined && !EMBEDDED.some((one) => one.name === name)) found.add(name);
  }
  return [...found];
}

function main([output]) {
  if (output) return writeFileSync(output, licencesText());
  console.error('usage: licences.mjs OUTPUT');
  process.exitCode = 2;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));

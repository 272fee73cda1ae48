// Builds the page: node web/build.mjs OUTDIR HOSHI.WASM. Bundles the scripts, copies the rest, and
// prints the size that a first visit loads. Meson runs it (web/meson.build).
import { build } from 'esbuild';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const [outDir, wasmFile, stamp] = process.argv.slice(2);
if (!outDir || !wasmFile) {
  console.error('usage: node web/build.mjs OUTDIR HOSHI.WASM [STAMP]');
  process.exit(2);
}

/** The page promises less; a build that breaks the promise fails. */
const FIRST_LOAD_MAX = 150 * 1024;

await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
await build({
  entryPoints: { app: path.join(here, 'src/main.tsx'), worker: path.join(here, 'src/worker.ts') },
  outdir: outDir,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  tsconfig: path.join(here, 'tsconfig.json'),
  logLevel: 'warning',
});
const statics = path.join(here, 'static');
await build({
  entryPoints: [path.join(statics, 'style.css')],
  outdir: outDir,
  minify: true,
  logLevel: 'warning',
});
for (const name of (await readdir(statics)).sort()) {
  if (name !== 'style.css') await copyFile(path.join(statics, name), path.join(outDir, name));
}
await copyFile(wasmFile, path.join(outDir, 'hoshi.wasm'));

let first = 0;
for (const name of (await readdir(outDir)).sort()) {
  const size = gzipSync(await readFile(path.join(outDir, name)), { level: 9 }).length;
  if (name !== 'worker.js') first += size;
}
if (first > FIRST_LOAD_MAX) {
  console.error(`the first load is ${first} bytes compressed; ${FIRST_LOAD_MAX} are allowed`);
  process.exit(1);
}
if (stamp) await writeFile(stamp, `${first}\n`);

// Builds the page: node web/build.mjs OUTDIR HOSHI.WASM RULES.WASM THREADS.WASM STAMP NET... Bundles the scripts, copies the rest, and
// prints the size that a first visit loads. Meson runs it (web/meson.build).
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const [outDir, wasmFile, rulesFile, threadsFile, stamp, ...nets] = process.argv.slice(2);
if (!outDir || !wasmFile || !rulesFile || !threadsFile) {
  console.error('usage: node web/build.mjs OUTDIR HOSHI.WASM RULES.WASM THREADS.WASM [STAMP [NET...]]');
  process.exit(2);
}

/** The page promises less; a build that breaks the promise fails. */
const FIRST_LOAD_MAX = 150 * 1024;
/** A shard of puzzles is a little larger at most. */
const SHARD_BYTES = 80_000;
/** Browsers that allow it use this one instead of hoshi.wasm in the study. */
const THREADS = 'hoshi-threads.wasm';

await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
const scripts = {
  outdir: outDir,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  tsconfig: path.join(here, 'tsconfig.json'),
  logLevel: 'warning',
};

/** The files of web/src that are imported on demand. */
async function lateFiles() {
  const found = new Set();
  const source = path.join(here, 'src');
  for (const name of await readdir(source, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = await readFile(path.join(source, name), 'utf8');
    for (const [, to] of text.matchAll(/\bimport\('(\.[^']+)'\)/g))
      found.add(path.resolve(source, path.dirname(name), to));
  }
  return found;
}

/** Each part that is loaded on demand imports the frame of the page, which is there already. So all that a
 * first visit needs is needed by the same parts, and becomes one chunk instead of twenty. */
const oneFirstChunk = {
  name: 'one first chunk',
  async setup(builder) {
    const late = await lateFiles();
    const frame = JSON.stringify(path.join(here, 'src/app/shell.tsx'));
    builder.onLoad({ filter: /[\\/]web[\\/]src[\\/].*\.tsx?$/ }, async ({ path: file }) => {
      if (!late.has(file.replace(/\.tsx?$/, ''))) return undefined;
      const text = await readFile(file, 'utf8');
      return {
        contents: `${text}\nimport ${frame};\n`,
        loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts',
      };
    });
  },
};

// What is imported on demand becomes a chunk whose name tells its contents (src/http/files.c).
const { metafile } = await build({
  ...scripts,
  plugins: [oneFirstChunk],
  entryPoints: { app: path.join(here, 'src/main.tsx') },
  splitting: true,
  chunkNames: '[name]-[hash]',
  metafile: true,
});
// Workers are started as classic scripts, so they share no chunk with the page.
await build({
  ...scripts,
  entryPoints: {
    worker: path.join(here, 'src/worker.ts'),
    analyst: path.join(here, 'src/study/analyst.ts'),
    hand: path.join(here, 'src/study/hand.ts'),
    prover: path.join(here, 'src/learn/prover.worker.ts'),
  },
  define: { NETS: JSON.stringify(nets.map((file) => path.basename(file, '.net'))) },
});
const statics = path.join(here, 'static');
const styles = (await readdir(statics)).filter((name) => path.extname(name) === '.css');
await build({
  entryPoints: styles.map((name) => path.join(statics, name)),
  outdir: outDir,
  minify: true,
  logLevel: 'warning',
});
for (const name of (await readdir(statics)).sort()) {
  if (!styles.includes(name)) await copyFile(path.join(statics, name), path.join(outDir, name));
}
await puzzleShards();
await copyFile(wasmFile, path.join(outDir, 'hoshi.wasm'));
await copyFile(rulesFile, path.join(outDir, 'rules.wasm'));
await copyFile(threadsFile, path.join(outDir, THREADS));
for (const file of nets) await copyFile(file, path.join(outDir, path.basename(file)));

/** The collection (docs/PUZZLES.md) in shards of which each has easy and hard puzzles. */
async function puzzleShards() {
  const folder = path.join(here, '../puzzles');
  for (const file of (await readdir(folder)).filter((name) => path.extname(name) === '.jsonl').sort()) {
    const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n').filter(Boolean);
    const rows = lines.map((line) => {
      const { id, width, height, options, moves, goal, plies, themes, rating } = JSON.parse(line);
      return { id, width, height, options, moves: moves.join(' '), goal, plies, themes, rating };
    });
    rows.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
    const shards = Math.ceil(JSON.stringify(rows).length / SHARD_BYTES);
    for (let n = 0; n < shards; n++) {
      const puzzles = rows.filter((_, i) => i % shards === n);
      const name = `puzzles-${path.basename(file, '.jsonl')}-${n}.json`;
      await writeFile(path.join(outDir, name), JSON.stringify({ shards, puzzles }));
    }
  }
}

// The service worker knows the files of its build, and is another one whenever one of them is. Nets, the module
// for several threads, and all puzzles but the first of each game it keeps only when they were used.
const files = (await readdir(outDir)).filter((name) => name !== 'index.html').sort();
const isUsedFirst = (name) =>
  path.extname(name) === '.net' || name === THREADS || /^puzzles-.*-([1-9]|\d\d+)\.json$/.test(name);
const contents = createHash('sha256');
for (const name of [...files, 'index.html'])
  contents.update(name).update(await readFile(path.join(outDir, name)));
await build({
  ...scripts,
  entryPoints: { sw: path.join(here, 'src/sw.ts') },
  define: {
    FILES: JSON.stringify(['/', ...files.filter((name) => !isUsedFirst(name)).map((name) => `/${name}`)]),
    LATER: JSON.stringify(files.filter(isUsedFirst).map((name) => `/${name}`)),
    BUILD: JSON.stringify(contents.digest('hex').slice(0, 16)),
  },
});

/** The scripts that a script needs before it can run, itself among them. */
function scriptsOf(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const i of metafile.outputs[file].imports) if (i.kind === 'import-statement') scriptsOf(i.path, known);
  return known;
}

const app = Object.keys(metafile.outputs).find((file) => path.basename(file) === 'app.js');
const firstScripts = [...scriptsOf(app)].map((file) => path.basename(file));
/** Loaded when somebody goes to a part of the page: its scripts and styles, the engine and its nets. */
const isLater = (name) =>
  (path.extname(name) === '.js' && !firstScripts.includes(name)) ||
  (styles.includes(name) && name !== 'style.css') ||
  path.extname(name) === '.net' ||
  path.extname(name) === '.json' ||
  /^opponent-\d\.svg$/.test(name) ||
  name === 'hoshi.wasm' ||
  name === THREADS;
let first = 0;
for (const name of (await readdir(outDir)).sort()) {
  if (isLater(name)) continue;
  first += gzipSync(await readFile(path.join(outDir, name)), { level: 9 }).length;
}
if (first > FIRST_LOAD_MAX) {
  console.error(`the first load is ${first} bytes compressed; ${FIRST_LOAD_MAX} are allowed`);
  process.exit(1);
}
if (stamp) await writeFile(stamp, `${first}\n`);

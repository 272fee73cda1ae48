// Builds the page: node web/build.mjs OUTDIR HOSHI.WASM RULES.WASM RECORDS.WASM THREADS.WASM STAMP DEPFILE NET... Bundles the
// scripts, copies the rest, compresses it, and writes the size that a first visit loads (STAMP) and the files that
// it was built from (DEPFILE). Meson runs it (web/meson.build).
//
// A first visit takes three round trips until there is a board: the document; its frame, which the document names,
// with app.js (src/first.ts); and what app.js asks for, because the address needs it: PARTS.
import { build } from 'esbuild';
import { load as parseYaml } from 'js-yaml';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { licencesText, unlisted } from '../tools/licences.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [outDir, wasmFile, rulesFile, recordsFile, threadsFile, stamp, depfile, ...nets] =
  process.argv.slice(2);
if (!outDir || !wasmFile || !rulesFile || !recordsFile || !threadsFile) {
  console.error(
    'usage: node web/build.mjs OUTDIR HOSHI.WASM RULES.WASM RECORDS.WASM THREADS.WASM [STAMP DEPFILE [NET...]]',
  );
  process.exit(2);
}

/** The page promises less; a build that breaks the promise fails. */
const FIRST_LOAD_MAX = 150 * 1024;
/** What an address needs besides the frame, by the first word of its path (src/app/pages.tsx): modules and styles.
 * `*` stands for every address, "LANGUAGE" for the reader's. */
const PARTS = {
  '*': ['i18n/LANGUAGE/main.ts'],
  analysis: ['analysis/page.tsx', 'study.css', 'i18n/LANGUAGE/study.ts'],
  embed: ['studies/embed.tsx', 'study.css', 'i18n/LANGUAGE/study.ts'],
  explorer: ['analysis/explorerpage.tsx', 'study.css', 'i18n/LANGUAGE/study.ts'],
  learn: ['learn/page.tsx', 'learn.css', 'i18n/LANGUAGE/learn.ts'],
  lobby: ['lobby/lobby.tsx', 'play.css'],
  local: ['matches/local.tsx'],
  new: ['lobby/new.tsx', 'play.css'],
  opponents: ['opponents/page.tsx', 'play.css', 'i18n/LANGUAGE/opponents.ts'],
  p: ['people/profile.tsx'],
  puzzles: ['puzzles/page.tsx', 'learn.css'],
  ranking: ['ratings/ranking.tsx'],
  rules: ['matches/rules.tsx'],
  studies: ['studies/studies.tsx', 'study.css', 'i18n/LANGUAGE/study.ts'],
  study: ['studies/keptpage.tsx', 'study.css', 'i18n/LANGUAGE/study.ts'],
  t: ['tournaments/tournament.tsx'],
  tournaments: ['tournaments/tournaments.tsx'],
  watch: ['lobby/watch.tsx', 'play.css'],
};
/** English texts come with the scripts that speak them. */
const LANGUAGES = ['de', 'fr'];
/** The description of the API, for its page (src/manual). */
const API = path.join(here, '../docs/openapi.yaml');
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

/** Small modules that several parts share. Each would be a request of its own, so they come with the frame. */
const SMALL = [
  'parts/chips.tsx',
  'parts/clockform.tsx',
  'parts/gamefields.tsx',
  'core/lines.ts',
  'parts/movepicker.tsx',
  'opponents/newchoice.ts',
  'core/paged.ts',
  'parts/profiletabs.tsx',
  'parts/sizechips.tsx',
  'parts/specialmoves.tsx',
  'i18n/own.ts',
  'learn/prover.ts',
  'opponents/ratings.ts',
  'opponents/style.tsx',
  'learn/solve.ts',
  'analysis/engine.ts',
];
const source = (module) => path.join(here, 'src', module);
const FRAME = source('app/shell.tsx');
/** The parts of the study import its view: one chunk for all of them. */
const STUDY_VIEW = source('analysis/studyview.tsx');
const STUDIES = [
  'analysis/explorerpage',
  'analysis/page',
  'studies/embed',
  'studies/keptpage',
  'studies/studies',
].map((name) => source(`${name}.tsx`));

/** Each part that is loaded on demand imports the frame of the page, which is there already. So all that a
 * first visit needs is needed by the same parts, and becomes one chunk instead of twenty. */
const fewChunks = {
  name: 'few chunks',
  async setup(builder) {
    const late = await lateFiles();
    const importedBy = (file) => [
      ...(late.has(file.replace(/\.tsx?$/, '')) ? [FRAME] : []),
      ...(STUDIES.includes(file) ? [STUDY_VIEW] : []),
      ...(file === FRAME ? SMALL.map(source) : []),
      ...(file === STUDY_VIEW ? [source('analysis/setup.tsx')] : []),
    ];
    builder.onLoad({ filter: /[\\/]web[\\/]src[\\/].*\.tsx?$/ }, async ({ path: file }) => {
      const more = importedBy(file).map((other) => `import ${JSON.stringify(other)};\n`);
      if (more.length === 0) return undefined;
      const text = await readFile(file, 'utf8');
      return {
        contents: `${text}\n${more.join('')}`,
        loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts',
      };
    });
  },
};

// What is imported on demand becomes a chunk whose name tells its contents (src/http/wire/files.c).
const { metafile } = await build({
  ...scripts,
  plugins: [fewChunks],
  entryPoints: { start: path.join(here, 'src/main.tsx') },
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  metafile: true,
});

/** The script that was built from a module of web/src. */
function scriptFrom(module) {
  const found = Object.entries(metafile.outputs).find(
    ([, output]) => output.entryPoint !== undefined && path.resolve(output.entryPoint) === source(module),
  );
  if (!found) throw new Error(`no script of its own is built from ${module}`);
  return found[0];
}

/** The scripts that a script needs before it can run, itself among them. */
function scriptsOf(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const i of metafile.outputs[file].imports) if (i.kind === 'import-statement') scriptsOf(i.path, known);
  return known;
}

const addressOf = (file) => `/${path.basename(file)}`;
const start = scriptFrom('main.tsx');
const frame = [...scriptsOf(start)];

/** The files of a row of PARTS, as app.js asks for them. */
function filesOf(row, language) {
  const files = new Set();
  for (const name of row.filter((one) => one.includes('LANGUAGE') === (language !== '*'))) {
    const module = name.replace('LANGUAGE', language);
    if (path.extname(module) === '.css') files.add(addressOf(module));
    else
      for (const file of scriptsOf(scriptFrom(module))) if (!frame.includes(file)) files.add(addressOf(file));
  }
  return [...files];
}

const parts = Object.entries(PARTS).map(([word, row]) => {
  const files = ['*', ...LANGUAGES].map((language) => [language, filesOf(row, language)]);
  return [word, Object.fromEntries(files.filter(([, list]) => list.length > 0))];
});
await build({
  ...scripts,
  entryPoints: { app: path.join(here, 'src/first.ts') },
  define: { START: JSON.stringify(addressOf(start)), PARTS: JSON.stringify(Object.fromEntries(parts)) },
  external: [addressOf(start)],
});
// Workers are started as classic scripts, so they share no chunk with the page.
await build({
  ...scripts,
  entryPoints: {
    worker: path.join(here, 'src/wasm/worker.ts'),
    analyst: path.join(here, 'src/analysis/analyst.ts'),
    helper: path.join(here, 'src/analysis/helper.ts'),
    prover: path.join(here, 'src/learn/prover.worker.ts'),
  },
});
const statics = path.join(here, 'static');
const styles = (await readdir(statics)).filter((name) => path.extname(name) === '.css');
await build({
  entryPoints: styles.map((name) => path.join(statics, name)),
  outdir: outDir,
  bundle: true,
  minify: true,
  logLevel: 'warning',
});
for (const name of (await readdir(statics)).sort()) {
  if (!styles.includes(name) && name !== 'index.html')
    await copyFile(path.join(statics, name), path.join(outDir, name));
}
const links = frame.map((file) => `<link rel="modulepreload" href="${addressOf(file)}" />`);
const html = await readFile(path.join(statics, 'index.html'), 'utf8');
await writeFile(path.join(outDir, 'index.html'), html.replace(/<!-- The frame .* -->/, links.join('\n    ')));
await puzzleShards();
await writeFile(path.join(outDir, 'openapi.json'), JSON.stringify(parseYaml(await readFile(API, 'utf8'))));
await copyFile(wasmFile, path.join(outDir, 'hoshi.wasm'));
await copyFile(rulesFile, path.join(outDir, 'rules.wasm'));
await copyFile(recordsFile, path.join(outDir, 'records.wasm'));
await copyFile(threadsFile, path.join(outDir, THREADS));
for (const file of nets) await copyFile(file, path.join(outDir, path.basename(file)));
const unknown = unlisted(Object.keys(metafile.inputs));
if (unknown.length > 0) throw new Error(`tools/licences.mjs does not list ${unknown.join(', ')}`);
await writeFile(path.join(outDir, 'licences.txt'), licencesText());

function fail(text) {
  throw new Error(text);
}

/** The ladders, and the collection (docs/PUZZLES.md) in shards of which each has easy and hard puzzles. */
async function puzzleShards() {
  const folder = path.join(here, '../puzzles');
  const ladders = JSON.parse(await readFile(path.join(folder, 'ladders.json'), 'utf8'));
  for (const file of (await readdir(folder)).filter((name) => path.extname(name) === '.jsonl').sort()) {
    const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n').filter(Boolean);
    const rows = lines.map((line) => {
      const { id, width, height, options, moves, goal, plies, themes, rating } = JSON.parse(line);
      return { id, width, height, options, moves: moves.join(' '), goal, plies, themes, rating };
    });
    const game = path.basename(file, '.jsonl');
    const known = new Map(rows.map((row) => [row.id, row]));
    const climbs = ladders[game].map(({ idea, puzzles }) => ({
      idea,
      puzzles: puzzles.map((id) => known.get(id) ?? fail(`puzzles/ladders.json: there is no puzzle ${id}`)),
    }));
    await writeFile(path.join(outDir, `ladders-${game}.json`), JSON.stringify(climbs));
    rows.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
    const shards = Math.ceil(JSON.stringify(rows).length / SHARD_BYTES);
    for (let n = 0; n < shards; n++) {
      const puzzles = rows.filter((_, i) => i % shards === n);
      const name = `puzzles-${game}-${n}.json`;
      await writeFile(path.join(outDir, name), JSON.stringify({ shards, puzzles }));
    }
  }
}

// The service worker knows the files of its build, and is another one whenever one of them is. Nets, the module
// for several threads, and all puzzles but the first of each game it keeps only when they were used.
const files = (await readdir(outDir)).filter((name) => name !== 'index.html').sort();
const isUsedFirst = (name) =>
  path.extname(name) === '.net' ||
  name === THREADS ||
  name === 'openapi.json' ||
  /^ladders-/.test(name) ||
  /^puzzles-.*-([1-9]|\d\d+)\.json$/.test(name);
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

const firstScripts = ['app.js', ...frame.map((file) => path.basename(file))];
/** Loaded when somebody goes to a part of the page: its scripts and styles, the engine and its nets. */
const isLater = (name) =>
  (path.extname(name) === '.js' && !firstScripts.includes(name)) ||
  (styles.includes(name) && name !== 'style.css') ||
  path.extname(name) === '.net' ||
  path.extname(name) === '.json' ||
  path.extname(name) === '.txt' ||
  /^opponent-\d\.svg$/.test(name) ||
  name === 'hoshi.wasm' ||
  name === 'records.wasm' ||
  name === THREADS;
let first = 0;
let best = 0;
for (const name of (await readdir(outDir)).sort()) {
  const bytes = await readFile(path.join(outDir, name));
  // Nets are noise to a compressor.
  const packed =
    path.extname(name) === '.net'
      ? bytes
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  // tools/embed_assets.py embeds it beside the file, for the browsers that take it.
  if (packed.length < bytes.length) await writeFile(path.join(outDir, `${name}.br`), packed);
  if (isLater(name)) continue;
  first += gzipSync(bytes, { level: 9 }).length;
  best += packed.length;
}
if (first > FIRST_LOAD_MAX) {
  console.error(`the first load is ${first} bytes compressed; ${FIRST_LOAD_MAX} are allowed`);
  process.exit(1);
}
/** All files and folders that the page is built from: a folder changes when a file comes or goes. */
async function sources() {
  const found = ['web/tsconfig.json', 'tools/licences.mjs', 'LICENSE', 'NOTICE', 'docs/openapi.yaml'].map(
    (name) => path.join(here, '..', name),
  );
  for (const name of ['src', 'static', 'styles']) {
    const folder = path.join(here, name);
    const inside = await readdir(folder, { recursive: true });
    found.push(folder, ...inside.map((file) => path.join(folder, file)));
  }
  return found;
}

if (stamp) {
  const list = (await sources()).map((file) => file.replaceAll(' ', '\\ '));
  await writeFile(depfile, `${stamp}: ${list.join(' ')}\n`);
  await writeFile(stamp, `${first} ${best}\n`);
}

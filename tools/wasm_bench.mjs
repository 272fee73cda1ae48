// Random games a second in the WebAssembly module: wasm_bench.mjs MODULE GAME SIZE MILLISECONDS. Prints what
// bench/playouts.c prints: playouts a second of CPU time, and the plies of the first 64.
import { readFile } from 'node:fs/promises';

const GAMES = ['palisade', 'redstone', 'levee', 'claims'];
const OPTION_SWAP = 1;
const BATCH = 64;
const WARM_UP_MS = 1000;
const [module, name, size, milliseconds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(module));
const { hoshi_new, hoshi_playouts } = instance.exports;
const game = GAMES.indexOf(name);
if (hoshi_new(0, game, Number(size), Number(size), 2, name === 'redstone' ? OPTION_SWAP : 0) < 0) process.exit(2);

/** Plays for that long and returns games a second. */
function run(ms) {
  let games = 0;
  let used = 0;
  const began = process.cpuUsage();
  for (let seed = 1; used < ms * 1000; seed++) {
    hoshi_playouts(0, BATCH, seed);
    games += BATCH;
    const { user, system } = process.cpuUsage(began);
    used = user + system;
  }
  return (games * 1e6) / used;
}

run(WARM_UP_MS); // until the optimising compiler has done its work
console.log(Math.round(run(Number(milliseconds))), hoshi_playouts(0, BATCH, 1));

// Measures random games a second in the WebAssembly module: wasm_bench.mjs MODULE GAME SIZE MILLISECONDS.
// Prints the same as bench/playouts.c: playouts a second of CPU time, and the plies of the first 64. With
// MODULE GAME.net MILLISECONDS it prints checks of that net a second (src/net/check.h), like `hoshi-bench net`.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const GAMES = ['palisade', 'redstone', 'levee', 'claims'];
const OPTION_SWAP = 1;
const BATCH = 64;
const WARM_UP_MS = 1000;
const SIMD128 = 1; // enum net_path
const [module, name, size, milliseconds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(module));
const { memory, hoshi_new, hoshi_playouts, hoshi_net_room, hoshi_net, hoshi_net_check } = instance.exports;
if (name.endsWith('.net')) {
  await nets(path.basename(name, '.net'), Number(size));
  process.exit(0);
}
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

async function nets(word, ms) {
  const number = GAMES.indexOf(word);
  const file = await readFile(name);
  const at = hoshi_net_room(number, file.length);
  new Uint8Array(memory.buffer, at, file.length).set(file);
  if (hoshi_net(number, file.length) !== 0) process.exit(2);
  const rate = (time) => {
    let n = 0;
    let used = 0;
    for (const began = process.cpuUsage(); used < time * 1000; n++) {
      hoshi_net_check(number, SIMD128);
      const { user, system } = process.cpuUsage(began);
      used = user + system;
    }
    return (n * 1e6) / used;
  };
  rate(WARM_UP_MS);
  console.log(rate(ms).toFixed(1));
}

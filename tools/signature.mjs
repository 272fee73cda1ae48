// Prints the signature of the searches (src/search/signature.h) in the WebAssembly module: signature.mjs MODULE
import { readFile } from 'node:fs/promises';

const MASK = (1n << 64n) - 1n;
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));

/** rng_mix of src/base/rng.h. */
function mix(z) {
  z = (z + 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

let sum = 0n;
for (let number = 0; ; number++) {
  const found = BigInt.asUintN(64, instance.exports.hoshi_signature(number));
  if (found === 0n) break;
  sum = mix(sum ^ found);
}
console.log(sum.toString(16).padStart(16, '0'));

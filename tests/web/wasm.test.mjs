// The WebAssembly module against the same conformance files as the native rules.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { buildDir, conformance, load, root, wasmBytes } from './helper.mjs';

const { Rules, GAMES, MOVE_NONE } = await load('wasm/wasm.ts');
const bytes = await wasmBytes();
const rules = await Rules.load(bytes);
const SLOT = 0;
const GAMES_EACH = 60;
const PERFT_NODES_MAX = 60000;
const FUNCTION_BYTES_MAX = 20000; // 40,000 bytes were too many for its better register allocator

function setupOf(line) {
  const info = rules.info(line.game);
  const { opts } = line;
  let options = info.optionsDefault;
  if (opts.swap !== undefined) options = opts.swap ? options | 1 : options & ~1;
  if (opts.jacked) options |= 2;
  return {
    game: line.game,
    width: line.size,
    height: opts.height ?? line.size,
    players: opts.players ?? info.playersMin,
    options,
  };
}

/** Some games of a file, spread over it, so that all sizes and options take part. */
async function some(game) {
  const lines = (await conformance(game)).filter((l) => l.moves);
  const step = Math.max(1, Math.floor(lines.length / GAMES_EACH));
  return lines.filter((_, i) => i % step === 0);
}

test('the module imports nothing', async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
});

/** The sizes of the module's functions in bytes (section 10 of the binary format). */
function functionSizes() {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section === 10)
      return Array.from({ length: number() }, () => {
        const size = number();
        at += size;
        return size;
      });
    at = end;
  }
  return [];
}

test('no function is so large that V8 keeps its values in memory', () => {
  const sizes = functionSizes();
  assert.ok(sizes.length > 100);
  assert.ok(Math.max(...sizes) <= FUNCTION_BYTES_MAX, `${Math.max(...sizes)} bytes`);
});

test('each game tells its descriptor', () => {
  for (const game of GAMES) {
    const info = rules.info(game);
    assert.equal(info.name, game);
    assert.ok(info.title !== '' && info.designer !== '' && info.summary !== '', game);
    assert.ok(info.sizeMin <= info.sizeDefault && info.sizeDefault <= info.sizeMax);
  }
});

for (const game of GAMES) {
  test(`${game}: conformance games have the same legal moves, results and diagrams`, async () => {
    const lines = await some(game);
    assert.ok(lines.length >= 20);
    for (const line of lines) {
      rules.start(SLOT, setupOf(line));
      for (let ply = 0; ply <= line.moves.length; ply++) {
        if (ply < line.legal.length) {
          const legal = rules.legal(SLOT).map((m) => rules.print(SLOT, m));
          assert.deepEqual(legal.sort(), line.legal[ply]);
        }
        if (ply < line.moves.length)
          assert.ok(rules.play(SLOT, rules.parse(SLOT, line.moves[ply])), line.moves[ply]);
      }
      assert.equal(rules.diagram(SLOT), line.diagram);
      const state = rules.state(SLOT);
      if (state.over) assert.equal(state.winner, line.result.winner);
      const points = line.result.points ?? line.result.score;
      if (points) assert.deepEqual(rules.result(SLOT).points.slice(0, points.length), points);
    }
  });

  test(`${game}: the explanation of a refused move cites a rule`, async () => {
    const [line] = await some(game);
    rules.start(SLOT, setupOf(line));
    rules.play(SLOT, rules.parse(SLOT, line.moves[0]));
    const again = rules.explain(SLOT, rules.parse(SLOT, line.moves[0]));
    const legal = rules.legal(SLOT).includes(rules.parse(SLOT, line.moves[0]));
    assert.equal(again.legal, legal);
    if (!legal) assert.match(again.rule, /^[A-Z]\d/);
  });
}

test('perft counts agree', async () => {
  let checked = 0;
  for (const line of await conformance('perft')) {
    if (line.nodes > PERFT_NODES_MAX) continue;
    rules.start(SLOT, setupOf(line));
    assert.equal(rules.perft(SLOT, line.depth), BigInt(line.nodes), JSON.stringify(line));
    checked++;
  }
  assert.ok(checked > 20);
});

test('a diagram that is set up reads back', () => {
  const setup = { game: 'palisade', width: 7, height: 7, players: 2, options: 0 };
  const figure4 = 'xo.ox.x\n....oxo\nxo.o.o.\no.o...o\nxoxo.ox\n.x..ox.\nx.x.x.x';
  rules.set(SLOT, setup, figure4, 1);
  assert.equal(rules.diagram(SLOT), figure4);
  const legal = rules.legal(SLOT).map((m) => rules.print(SLOT, m));
  assert.deepEqual(legal.sort(), ['b6', 'c5', 'c7', 'd2', 'd6']);
});

test('p3: links in a loop differ from links that lead nowhere', () => {
  const setup = { game: 'palisade', width: 7, height: 7, players: 2, options: 0 };
  rules.set(SLOT, setup, '.......\n.......\n..x....\n.x.x...\n..x....\n...x...\n.......', 2);
  const inner = rules
    .links(SLOT)
    .filter((l) => [l.x1, l.y1, l.x2, l.y2].every((v) => v >= 0 && v < 7));
  assert.equal(inner.filter((l) => l.loop).length, 4);
  assert.equal(inner.filter((l) => !l.loop).length, 1);
});

test('l2: water reaches all edges of an empty board but no corner', () => {
  rules.start(SLOT, { game: 'levee', width: 7, height: 7, players: 2, options: 0 });
  const water = rules.water(SLOT);
  assert.deepEqual([water[0], water[6], water[42], water[48]], [0, 0, 0, 0]);
  assert.equal(water.filter((w) => w === 2).length, 10);
  assert.equal(water.filter((w) => w === 3).length, 10);
});

test('r1: groups have their liberties, an empty point and a red stone no group', () => {
  const setup = { game: 'redstone', width: 5, height: 5, players: 2, options: 0 };
  rules.set(SLOT, setup, '.....\n.bb..\n.bwr.\n..w..\n.....', 1);
  const groups = rules.groups(SLOT);
  const at = (point) => groups.slice(2 * point, 2 * point + 2);
  const [b3, c4, c3, d3, c2, a1] = [11, 17, 12, 13, 7, 0];
  assert.deepEqual(at(b3), at(c4), 'one group');
  assert.equal(at(b3)[1], 6);
  assert.deepEqual(at(c3), at(c2));
  assert.notEqual(at(c3)[0], at(b3)[0]);
  assert.equal(at(c3)[1], 3);
  assert.deepEqual([at(d3), at(a1)], [[0, 0], [0, 0]]);
  assert.throws(() => {
    rules.start(SLOT, { game: 'levee', width: 7, height: 7, players: 2, options: 0 });
    rules.groups(SLOT);
  });
});

test('the engine finds a legal move, the same for the same seed', () => {
  for (const game of GAMES) {
    const info = rules.info(game);
    const setup = { game, width: 7, height: 7, players: 2, options: info.optionsDefault };
    rules.start(SLOT, setup);
    const move = rules.think(SLOT, 2, 7);
    assert.equal(rules.think(SLOT, 2, 7), move);
    const doubt = rules.doubt();
    assert.ok(doubt >= 0 && doubt <= 1, `${game}: ${doubt}`);
    assert.ok(rules.legal(SLOT).includes(move));
  }
});

test('searches find the same, bit for bit, as in the native build', () => {
  const native = execFileSync(path.join(buildDir, 'hoshi-bench'), ['search'], { encoding: 'utf8' });
  const expected = JSON.parse(native).cases.map((c) => c.signature);
  const found = [];
  for (let i = 0; rules.signature(i) !== 0n; i++)
    found.push(rules.signature(i).toString(16).padStart(16, '0'));
  assert.deepEqual(found, expected);
});

/** What nets say of fixed positions in the native build, as the unit test requires it: game to hexadecimal number. */
async function nativeChecks() {
  const source = await readFile(path.join(root, 'tests/unit/test_net.c'), 'utf8');
  const found = source.matchAll(/\[GAME_(\w+)\] = UINT64_C\(0x([0-9a-f]{16})\)/g);
  return Object.fromEntries([...found].map(([, game, check]) => [game.toLowerCase(), check]));
}

test('nets judge the same, bit for bit and in both ways, as in the native build', async () => {
  const [plain, simd] = [0, 1];
  const folder = path.join(root, 'nets');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.net'));
  const native = await nativeChecks();
  assert.deepEqual(files.map((name) => path.basename(name, '.net')).sort(), Object.keys(native).sort());
  const own = await Rules.load(await wasmBytes());
  for (const name of files) {
    const game = path.basename(name, '.net');
    const file = await readFile(path.join(folder, name));
    const damaged = new Uint8Array(file);
    damaged[500] ^= 1;
    assert.equal(own.net(game, damaged), false);
    assert.equal(own.netCheck(game, plain), 0n);
    assert.equal(own.net(game, new Uint8Array(file)), true);
    assert.equal(own.net(game, new Uint8Array(file)), false); // it has one
    for (const way of [plain, simd])
      assert.equal(own.netCheck(game, way).toString(16).padStart(16, '0'), native[game]);
  }
});

/** The CRC-32 of a net file (src/net/net.h): of the head before it, and of the layers. */
function netChecksum(file) {
  let crc = ~0;
  for (const byte of [...file.subarray(0, 28), ...file.subarray(32)]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** The net with convolutions whose weights are as great as can be, for boards from 5x5 to 25x25. */
function extremeNet(file) {
  const net = new Uint8Array(file);
  const [planes, channels, blocks] = net.subarray(12, 15);
  const extreme = (at, inputs) => {
    const weights = net.subarray(at + 8 * channels, at + 8 * channels + 9 * inputs * channels);
    for (let i = 0; i < weights.length; i++) weights[i] = weights[i] < 128 ? 127 : -127;
    return at + 8 * channels + weights.length;
  };
  let at = extreme(32, planes);
  for (let block = 0; block < blocks; block++) {
    at = extreme(extreme(at, channels), channels);
    if (block % 2 === 1) at += 8 * channels + 2 * channels * channels;
  }
  net[19] = 25;
  net[24] = 5;
  new DataView(net.buffer).setUint32(28, netChecksum(net), true);
  return net;
}

test('vectors give the bits of plain C on boards of all sizes, with the greatest weights', async () => {
  const own = await Rules.load(await wasmBytes());
  assert.equal(own.net('palisade', extremeNet(await readFile(path.join(root, 'nets/palisade.net')))), true);
  assert.notEqual(own.netCheck('palisade', 0), 0n);
  assert.equal(own.netCheck('palisade', 1), own.netCheck('palisade', 0));
});

test('low levels draw from the policy of the net, as in the native build', async () => {
  const own = await Rules.load(await wasmBytes());
  own.net('palisade', new Uint8Array(await readFile(path.join(root, 'nets/palisade.net'))));
  own.start(SLOT, { game: 'palisade', width: 9, height: 9, players: 2, options: 0 });
  const seeds = [1, 2, 3, 4];
  const moves = seeds.map((seed) => own.print(SLOT, own.think(SLOT, 2, seed)));
  assert.ok(own.doubt() > 0 && own.doubt() <= 1, 'a single evaluation leaves a doubt');
  const native = seeds.map((seed) => {
    const words = ['gtp', 'palisade', '--size', '9', '--level', '2', '--seed', String(seed)];
    const said = execFileSync(path.join(buildDir, 'hoshi'), words, { input: 'genmove b\n', encoding: 'utf8' });
    const [, letter, row] = /= (\w)(\d)/.exec(said);
    return (letter === 'J' ? 'i' : letter.toLowerCase()) + row; // GTP has no letter I
  });
  assert.deepEqual(moves, native);
  assert.ok(new Set(moves).size > 1, 'the seed decides');
});

test('with its net the engine judges instead of playing out', async () => {
  const own = await Rules.load(await wasmBytes());
  const setup = { game: 'palisade', width: 9, height: 9, players: 2, options: 0 };
  own.start(SLOT, setup);
  own.engine(16);
  const playouts = own.analyze(SLOT, 20, 1);
  assert.equal(playouts.net, false);
  own.net('palisade', new Uint8Array(await readFile(path.join(root, 'nets/palisade.net'))));
  const judged = own.analyze(SLOT, 20, 1);
  assert.equal(judged.net, true);
  assert.ok(judged.candidates[0].visits > 20);
  own.start(SLOT, setup);
  assert.ok(own.legal(SLOT).includes(own.think(SLOT, 8, 1)));
  setup.width = setup.height = 5; // too small for it
  own.start(SLOT, setup);
  assert.equal(own.analyze(SLOT, 20, 1).net, false);
});

test('a slot without a position and a wrong setup are refused', () => {
  assert.throws(() => rules.state(7), RangeError);
  assert.throws(
    () => rules.start(SLOT, { game: 'levee', width: 4, height: 4, players: 2, options: 0 }),
    RangeError,
  );
  assert.notEqual(MOVE_NONE, 0);
});

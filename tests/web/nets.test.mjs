// When the page fetches a game's net, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./helper.mjs";

const { netLoaded } = await load("wasm/nets.ts");

const file = Uint8Array.of(1, 2, 3);
const fetched = [];
globalThis.fetch = async (address) => {
  fetched.push(address);
  return new Response(file, { status: address === "/claims.net" ? 404 : 200 });
};

const given = [];
const boards = { palisade: [7, 11], claims: [10, 13], levee: [1, 0] };
const rules = {
  info: (game) => ({ netLeast: boards[game][0], netMost: boards[game][1] }),
  net: (game, bytes) => given.push([game, ...bytes]) > 0,
};
const setup = (game, width, height = width, players = 2) => ({
  game,
  width,
  height,
  players,
  options: 0,
});

test("a net is fetched once, when a search first wants a board that it plays", async () => {
  for (const other of [
    setup("palisade", 5),
    setup("palisade", 13),
    setup("levee", 9),
    setup("claims", 10, 9),
    setup("claims", 14, 10),
    setup("claims", 10, 10, 3),
    { ...setup("claims", 10), options: 2 }, // jacked
  ])
    await netLoaded(rules, other);
  assert.deepEqual(fetched, []);
  await netLoaded(rules, setup("palisade", 7));
  await netLoaded(rules, setup("palisade", 11));
  assert.deepEqual(fetched, ["/palisade.net"]);
  assert.deepEqual(given, [["palisade", 1, 2, 3]]);
});

test("a net that cannot be fetched is named, and the engine goes without", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  await netLoaded(rules, setup("claims", 10, 13));
  assert.equal(warn.mock.callCount(), 1);
  assert.match(String(warn.mock.calls[0].arguments[1]), /claims\.net: 404/);
  assert.equal(given.length, 1);
});

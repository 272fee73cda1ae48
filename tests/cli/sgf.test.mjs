// Sabaki's SGF reader (@sabaki/sgf) understands records of Redstone with a swap.
// It knows only Go: PB has the black stones, PW the white ones, and RE names a colour.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";

const sgf = createRequire(import.meta.url)("@sabaki/sgf");
const hoshi = process.env.HOSHI;

const show = (record, format) =>
  execFileSync(hoshi, ["show", "-", "--format", format], { input: record, encoding: "utf8" });

function match({ swap, result }) {
  const moves = swap
    ? [["c3", 1, [60000, 60000]], ["swap", 2, [60000, 59000]], ["d4", 2, [60000, 50000]], ["b2", 1, [40000, 50000]]]
    : [["c3", 1, [60000, 60000]], ["d4", 2, [60000, 50000]], ["b2", 1, [40000, 50000]]];
  return JSON.stringify({
    hoshi: 1, game: "redstone", width: 5, height: 5, options: { swap: true },
    players: [{ seat: 1, name: "ann" }, { seat: 2, name: "bob" }],
    result, moves: moves.map(([move, side, left]) => ({ move, side, left })),
  });
}

function read(text) {
  const [root] = sgf.parse(text);
  const nodes = [];
  for (let node = root.children[0]; node !== undefined; node = node.children[0]) nodes.push(node.data);
  return { root: root.data, nodes };
}

/** Who played each move, who had the clock, and who won, for a reader who knows only Go. */
function goReader({ root, nodes }) {
  const name = { B: root.PB[0], W: root.PW[0] };
  return {
    movers: nodes.map((n) => name[n.B ? "B" : "W"]),
    clocks: nodes.map((n) => ({ [name.B]: n.BL?.[0], [name.W]: n.WL?.[0] })),
    winner: name[root.RE[0][0]],
    stones: nodes.filter((n) => (n.B ?? n.W)[0] !== "").map((n) => (n.B ? "B" : "W") + (n.B ?? n.W)[0]),
  };
}

test("without a swap, names follow the seats", () => {
  const seen = goReader(read(show(match({ swap: false, result: { reason: "resign", winner_side: 2 } }), "sgf")));
  assert.deepEqual(seen.movers, ["ann", "bob", "ann"]);
  assert.equal(seen.winner, "bob");
});

for (const [side, winner] of [[1, "bob"], [2, "ann"]])
  test(`after a swap, RE of side ${side} is a win of ${winner}, who has these stones`, () => {
    const json = match({ swap: true, result: { reason: "resign", winner_side: side } });
    const text = show(json, "sgf");
    const seen = goReader(read(text));
    assert.equal(seen.winner, winner);
    // The first stone belongs to bob after the swap. Later moves keep their players.
    assert.deepEqual(seen.stones, ["Bcc", "Wdb", "Bbd"]);
    assert.deepEqual(seen.movers.slice(2), ["ann", "bob"]);
    assert.deepEqual(seen.clocks.at(-1), { bob: "40", ann: "50" });
    // hoshi puts the names back on their seats, after any number of conversions.
    const again = JSON.parse(show(show(text, "sgf"), "json"));
    assert.deepEqual(again.players, JSON.parse(json).players);
    assert.deepEqual(again.result, { reason: "resign", winner_side: side });
  });

test("a record that Sabaki has rewritten is still the same match", () => {
  const text = show(match({ swap: true, result: { reason: "resign", winner_side: 1 } }), "sgf");
  const again = sgf.stringify(sgf.parse(text));
  assert.equal(show(again, "json"), show(text, "json"));
});

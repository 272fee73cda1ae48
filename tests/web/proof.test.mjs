// The proof search of the analysis without a browser: who wins, the line, and the answers to every reply.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load, wasmBytes } from "./helper.mjs";

const { Rules } = await load("wasm/wasm.ts");
const { boundOf, findAnswers, findProof } = await load("analysis/proof.ts");
const rules = await Rules.load(await wasmBytes());

/** Asks about positions of a game on a board, after some moves. */
function asker(game, size, moves, nodes = boundOf(size * size)) {
  const setUp = (line) => {
    rules.start(0, { game, width: size, height: size, players: 2, options: 0 });
    for (const word of [...moves, ...line])
      assert.ok(rules.play(0, rules.parse(0, word)), word);
  };
  const ask = (line, goal) => {
    setUp(line);
    const { move, ...rest } = rules.prove(0, goal, nodes, 3000);
    return Promise.resolve({
      ...rest,
      move: move === null ? null : rules.print(0, move),
    });
  };
  const legal = (line) => {
    setUp(line);
    return rules.legal(0).map((move) => rules.print(0, move));
  };
  const winner = (line) => {
    setUp(line);
    return rules.state(0).winner;
  };
  return { ask, legal, winner };
}

test("a win is shown as a line to its end, and every reply is answered", async () => {
  const { ask, legal, winner } = asker("levee", 5, []);
  const proof = await findProof(ask);
  assert.equal(proof.value, 1);
  assert.equal(proof.first, 1);
  assert.equal(winner(proof.line), 1);
  const replies = legal(proof.line.slice(0, 1));
  const answers = await findAnswers(ask, proof, replies, () => true);
  assert.deepEqual(
    answers.flatMap((a) => a.replies).sort(),
    [...replies].sort(),
  );
  for (const { move, replies: of } of answers)
    for (const reply of of) {
      const then = await ask([proof.line[0], reply, move], 1);
      assert.ok(then.value < 0, `${reply} ${move}`); // the loser is to move
    }
  assert.ok(answers.length < replies.length);
});

test("for the side that loses every move is answered", async () => {
  const { ask, legal } = asker("levee", 5, ["b3"]);
  const proof = await findProof(ask);
  assert.equal(proof.value, -1);
  assert.equal(proof.first, 0);
  const answers = await findAnswers(ask, proof, legal([]), () => true);
  assert.equal(answers.flatMap((a) => a.replies).length, legal([]).length);
});

test("the proof tells a draw from a loss, and says nothing when it takes too long", async () => {
  assert.deepEqual(await findProof(asker("claims", 2, []).ask), {
    value: 0,
    line: [],
    first: 0,
  });
  assert.equal((await findProof(asker("claims", 3, ["pass"]).ask)).value, 1);
  assert.equal(await findProof(asker("redstone", 9, []).ask), null);
  const { ask, legal } = asker("levee", 5, []);
  const proof = await findProof(ask);
  assert.equal(
    await findAnswers(ask, proof, legal(proof.line.slice(0, 1)), () => false),
    null,
  );
});

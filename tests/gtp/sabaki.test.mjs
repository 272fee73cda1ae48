// The engine driven by @sabaki/gtp, the client of the board program Sabaki: commands in a queue, whole
// games, streams of analysis that the next command ends, read as Sabaki reads them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { Controller, ControllerStateTracker } = createRequire(import.meta.url)("@sabaki/gtp");
const hoshi = process.env.HOSHI;

/** Runs body with a client of `hoshi gtp ARGS…`, and sees to it that the process is gone after it. */
async function withEngine(args, body) {
  const client = new Controller(hoshi, ["gtp", ...args]);
  client.start();
  const { pid } = client.process;
  try {
    await body(client);
  } finally {
    await client.stop();
  }
  assert.throws(() => process.kill(pid, 0), "the process is still there");
}

const ask = async (client, line) => {
  const [name, ...args] = line.split(" ");
  const answer = await client.sendCommand({ name, args });
  assert.equal(answer.error, false, `${line}: ${answer.content}`);
  return answer.content;
};

/** A line of analysis as Sabaki takes it apart: pairs of words up to a pv of plain vertices. */
function variations(line) {
  const owned = line.match(/ownership\s+(.+)/);
  const infos = (owned ? line.slice(0, owned.index) : line).split(/\s*info\s+/).slice(1);
  const read = infos.map((info) => {
    const pv = info.trim().match(/(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$/);
    if (pv === null) return null;
    const words = info.slice(0, pv.index).trim().split(/\s+/).slice(0, -1);
    assert.equal(words.length % 2, 0, `not in pairs: ${info}`);
    const found = { pv: pv[0].split(/\s+/) };
    for (let i = 0; i < words.length; i += 2) found[words[i]] = words[i + 1];
    found.rate = found.winrate.includes(".") ? found.winrate * 100 : found.winrate / 100;
    return found;
  });
  return { moves: read.filter((v) => v !== null), owned: owned ? owned[1].trim().split(/\s+/).map(Number) : null };
}

test("the start of a session, as Sabaki begins it", async () => {
  await withEngine(["palisade", "--size", "9", "--nodes", "50"], async (client) => {
    const [name, , protocol, list] = await Promise.all(
      ["name", "version", "protocol_version", "list_commands"].map((line) => ask(client, line)),
    );
    assert.equal(name, "hoshi");
    assert.equal(protocol, "2");
    const commands = list.split("\n");
    for (const needed of ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze", "loadsgf"])
      assert.ok(commands.includes(needed), needed);
    const unknown = await client.sendCommand({ name: "fly" });
    assert.equal(unknown.error, true);
    assert.equal(unknown.content, "unknown command");
  });
});

for (const game of ["palisade", "redstone", "levee", "claims"])
  test(`a whole game of ${game}, move by move, with ids`, async () => {
    await withEngine([game, "--size", game === "claims" ? "4" : "5", "--nodes", "40"], async (client) => {
      let id = 1;
      for (let ply = 0, passes = 0; passes < 2; ply++, id++) {
        assert.ok(ply < 500);
        const answer = await client.sendCommand({ id, name: "genmove", args: [ply % 2 === 0 ? "B" : "W"] });
        assert.equal(answer.error, false);
        assert.equal(answer.id, id);
        passes = answer.content === "pass" ? passes + 1 : 0;
      }
      assert.match(await ask(client, "final_score"), /^([BW]\+\d+|0)$/);
    });
  });

for (const name of ["lz-analyze", "kata-analyze"])
  test(`${name} streams until the next command`, async () => {
    await withEngine(["palisade", "--size", "9", "--threads", "1"], async (client) => {
      const lines = [];
      let enough;
      const seen = new Promise((resolve) => (enough = resolve));
      const whole = client.sendCommand({ name, args: ["B", "5", "ownership", "true"] }, ({ line }) => {
        // The first line may come when only one move is visited.
        if (line.startsWith("info ") && (lines.length > 0 || variations(line).moves.length > 1)) lines.push(line);
        if (lines.length === 3) enough();
      });
      await seen;
      assert.equal(client.busy, true);
      const after = ask(client, "protocol_version"); // as Sabaki ends an analysis
      assert.equal((await whole).error, false);
      assert.equal(await after, "2");
      let visits = 0;
      for (const line of lines) {
        const { moves, owned } = variations(line);
        assert.ok(moves.length > 1 && moves.length <= 16);
        const sum = moves.reduce((n, move) => n + Number(move.visits), 0);
        assert.ok(sum >= visits, "the visits grow");
        visits = sum;
        for (const [i, move] of moves.entries()) {
          assert.equal(Number(move.order), i);
          assert.equal(move.pv[0], move.move);
          assert.ok(move.rate >= 0 && move.rate <= 100, `${move.rate}`);
          assert.equal(move.scoreLead !== undefined, name === "kata-analyze");
        }
        if (name === "kata-analyze") {
          assert.equal(owned.length, 81);
          assert.ok(owned.every((v) => v >= -1 && v <= 1));
        }
      }
    });
  });

test("genmove with analysis ends with the move and plays it", async () => {
  await withEngine(["levee", "--size", "7", "--nodes", "200000", "--threads", "1"], async (client) => {
    const lines = [];
    const answer = await client.sendCommand({ name: "kata-genmove_analyze", args: ["B", "5"] }, ({ line }) => lines.push(line));
    assert.ok(lines.filter((line) => line.startsWith("info ")).length >= 2);
    const played = answer.content.split("\n").at(-1);
    assert.match(played, /^play [A-H]\d$/);
    assert.equal(lines.at(-2), played);
    const board = await ask(client, "showboard");
    assert.equal((board.match(/#/g) ?? []).length, 1);
    assert.match(await ask(client, "gogui-rules_side_to_move"), /^w/);
  });
});

test("positions are synchronised by ControllerStateTracker", async () => {
  await withEngine(["palisade", "--size", "9", "--nodes", "50"], async (client) => {
    const tracker = new ControllerStateTracker(client);
    const play = (...moves) => moves.map(([colour, vertex]) => ({ name: "play", args: [colour, vertex] }));
    await tracker.sync({ komi: 0, boardsize: [7, 7], history: play(["B", "B2"], ["W", "B3"], ["B", "D4"]) });
    assert.match(await ask(client, "showboard"), / 4 \. \. \. x/);
    await tracker.sync({ komi: 0, boardsize: [7, 7], history: play(["B", "B2"], ["W", "D3"]) });
    const board = await ask(client, "showboard");
    assert.equal((board.match(/[xo]/g) ?? []).length, 2);
    assert.match(board, / 3 \. \. \. o/);
  });
});

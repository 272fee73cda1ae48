// Several people write one chapter: whatever the order in which they hear of each other's edits, and whatever
// is lost or comes twice on the way, all have the same tree in the end, and no text is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

const { Chapter, Values, joined, undoing } = await load('analysis/edits.ts');
const tree = await load('analysis/tree.ts');

const SETUP = { game: 'redstone', width: 9, height: 9, players: 2, options: 0 };

/** Numbers below n, the same for the same seed. */
function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

let keys = 0;
const newChapter = () => new Chapter(tree.newStudy(SETUP), () => `key-${String(++keys).padStart(8, '0')}`);

/** A tree without what belongs to one browser alone: numbers of nodes, and what is folded. */
function plain(study, id = 0) {
  const { children, move, side, comment, name, glyph, marks } = tree.nodeOf(study, id);
  return { move, side, comment, name, glyph, marks, children: children.map((c) => plain(study, c)) };
}

/** What the server does with edits (src/service/studies/studies_edit.c). */
class Server {
  edits = [];
  values = new Values();

  post({ key, ops }) {
    const known = this.edits.find((e) => e.key === key);
    if (known) return known;
    for (const [node, field, value, base] of ops) {
      const now = this.values.get(node, field);
      if (base !== undefined && base !== (now?.edit ?? 0) && now?.value !== value) return null;
    }
    const edit = this.edits.length + 1;
    const log = ops.map(([node, field, value]) => {
      const was = this.values.get(node, field)?.value ?? null;
      this.values.apply(node, field, value, edit);
      return [node, field, value, was];
    });
    this.edits.push({ edit, key, ops: log });
    return this.edits.at(-1);
  }

  rows() {
    return [...this.values.all()].map(([node, field, { value, edit }]) => [node, field, value, edit]);
  }
}

/** Sends what waits; `lost` says whether the way there or back is lost. */
function send(client, server, lost = () => false) {
  const out = client.outgoing();
  if (!out || lost()) return;
  const edit = server.post(out);
  if (lost()) return;
  if (edit) client.hear(edit);
  else {
    client.load(server.rows());
    client.rebase(out.key);
  }
}

function settle(clients, server) {
  for (const c of clients) for (let i = 0; c.waiting > 0; i++, assert.ok(i < 1000)) send(c, server);
  for (const c of clients) for (const edit of server.edits) c.hear(edit);
}

const MARKS = [
  (n) => ({ kind: 'circle', point: n(81) }),
  (n) => ({ kind: 'label', point: n(81), text: 'A' }),
  (n) => ({ kind: 'arrow', point: n(81), to: n(81) }),
];

/** One change of a random kind at a random node. */
function change(study, n, words) {
  const ids = Object.keys(study.nodes).map(Number);
  const at = ids[n(ids.length)];
  const move = 'abcdefghi'[n(9)] + (n(3) + 1);
  switch (n(9)) {
    case 0:
      return n(4) === 0 ? tree.without(study, at) : study;
    case 1:
      return tree.promoted(study, at);
    case 2:
      return tree.withComment(study, at, words());
    case 3:
      return tree.withGlyph(study, at, tree.GLYPHS[n(6)]);
    case 4:
      return tree.withMark(study, at, MARKS[n(3)](n));
    case 5:
      return tree.withName(study, at, words());
    default:
      return tree.withMove(study, at, move, 1 + (tree.plyOf(study, at) % 2)).study;
  }
}

test('any order of the same edits gives the same tree', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const n = dice(seed);
    const server = new Server();
    const clients = [newChapter(), newChapter(), newChapter()];
    let word = 0;
    for (let i = 0; i < 60; i++) {
      const c = clients[n(3)];
      c.local(change(c.view(), n, () => `word${++word}`));
      if (n(2) === 0) send(c, server);
      if (n(3) === 0) for (const e of server.edits.slice(n(5) * -1)) c.hear(e);
    }
    settle(clients, server);
    const wanted = plain(clients[0].view());
    for (const c of clients) assert.deepEqual(plain(c.view()), wanted, `seed ${seed}`);
    for (let i = 0; i < 10; i++) {
      const late = newChapter();
      const edits = [...server.edits, ...server.edits.slice(0, 3)];
      edits.sort(() => n(3) - 1);
      for (const e of edits) late.hear(e);
      assert.deepEqual(plain(late.view()), wanted, `seed ${seed}, shuffled`);
    }
    const fresh = newChapter();
    fresh.load(server.rows());
    assert.deepEqual(plain(fresh.view()), wanted, `seed ${seed}, from the values`);
  }
});

test('nothing is lost on a line that loses every third message', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const n = dice(1000 + seed);
    const server = new Server();
    const clients = [newChapter(), newChapter()];
    const lost = () => n(3) === 0;
    const words = [];
    for (let i = 0; i < 80; i++) {
      const c = clients[n(2)];
      const study = c.view();
      const at = Object.keys(study.nodes).map(Number);
      // Nobody deletes: each move and each word must be there in the end.
      c.local(
        n(2) === 0
          ? tree.withMove(study, at[n(at.length)], 'abcdefghi'[n(9)] + (n(9) + 1), 1).study
          : tree.withComment(study, 0, `${tree.nodeOf(study, 0).comment} w${i}w`),
      );
      if (tree.nodeOf(c.view(), 0).comment.endsWith(` w${i}w`)) words.push(`w${i}w`);
      if (n(2) === 0) send(c, server, lost);
      for (const e of server.edits) if (n(4) === 0) c.hear(e);
    }
    const moves = clients.map((c) => plain(c.view()));
    settle(clients, server);
    const all = plain(clients[0].view());
    assert.deepEqual(plain(clients[1].view()), all);
    const has = (node, wanted) =>
      wanted.children.every((child) => {
        const mine = node.children.find((c) => c.move === child.move);
        return mine && has(mine, child);
      });
    for (const tree of moves) assert.ok(has(all, tree), `seed ${seed}: a move is lost`);
    for (const word of words) assert.ok(all.comment.includes(word), `seed ${seed}: ${word} is lost`);
    const keys = server.edits.map((e) => e.key);
    assert.equal(new Set(keys).size, keys.length);
  }
});

test('two who write the same comment at once both find their words in it', () => {
  const server = new Server();
  const [a, b] = [newChapter(), newChapter()];
  a.local(tree.withComment(a.view(), 0, 'A corner is worth three points.'));
  settle([a, b], server);
  a.local(tree.withComment(a.view(), 0, 'A free corner is worth three points.'));
  b.local(tree.withComment(b.view(), 0, 'A corner is worth three points, or four.'));
  settle([a, b], server);
  assert.equal(tree.nodeOf(a.view(), 0).comment, 'A free corner is worth three points, or four.');
  assert.deepEqual(plain(a.view()), plain(b.view()));
  a.local(tree.withComment(a.view(), 0, 'Mine.'));
  b.local(tree.withComment(b.view(), 0, 'Yours.'));
  settle([a, b], server);
  assert.equal(tree.nodeOf(b.view(), 0).comment, 'Mine.\nYours.');
});

test('texts are joined where they touch different parts', () => {
  assert.equal(joined('', 'mine', 'theirs'), 'theirs\nmine');
  assert.equal(joined('ab', 'ab', 'abc'), 'abc');
  assert.equal(joined('one two three', 'ONE two three', 'one two THREE'), 'ONE two THREE');
  assert.equal(joined('a b', 'a x b', 'a b c'), 'a x b c');
  assert.equal(joined('x', 'same', 'same'), 'same');
});

test('the same move by two is one node, and keeps what both have played on it', () => {
  const server = new Server();
  const [a, b] = [newChapter(), newChapter()];
  for (const [c, answer] of [[a, 'b2'], [b, 'c3']]) {
    const first = tree.withMove(c.view(), 0, 'a1', 1);
    c.local(first.study);
    c.local(tree.withMove(c.view(), first.id, answer, 2).study);
  }
  settle([a, b], server);
  assert.deepEqual(
    plain(a.view()).children.map((n) => [n.move, n.children.map((m) => m.move)]),
    [['a1', ['b2', 'c3']]],
  );
  assert.deepEqual(plain(a.view()), plain(b.view()));
});

test('a deleted move stays deleted though another plays on it; played again it begins empty', () => {
  const server = new Server();
  const [a, b] = [newChapter(), newChapter()];
  const first = tree.withMove(a.view(), 0, 'a1', 1);
  a.local(first.study);
  settle([a, b], server);
  b.local(tree.withMove(b.view(), b.view().nodes[0].children[0], 'b2', 2).study);
  a.local(tree.without(a.view(), first.id));
  settle([a, b], server);
  assert.deepEqual(plain(b.view()).children, []);
  assert.deepEqual(plain(a.view()).children, []);
  b.local(tree.withMove(b.view(), 0, 'a1', 1).study);
  settle([a, b], server);
  assert.deepEqual(plain(a.view()).children.map((n) => [n.move, n.children]), [['a1', []]]);
});

test('undo takes back what one has done oneself, and nothing of others', () => {
  const server = new Server();
  const [a, b] = [newChapter(), newChapter()];
  const first = tree.withMove(a.view(), 0, 'a1', 1);
  a.local(first.study);
  a.local(tree.withComment(a.view(), 0, 'by a'));
  settle([a, b], server);
  b.local(tree.withGlyph(b.view(), b.view().nodes[0].children[0], '!'));
  b.local(tree.withMove(b.view(), 0, 'c3', 1).study);
  settle([a, b], server);
  a.undo();
  settle([a, b], server);
  assert.equal(tree.nodeOf(b.view(), 0).comment, '');
  assert.deepEqual(plain(b.view()).children.map((n) => n.move + n.glyph), ['a1!', 'c3']);
  b.local(tree.withComment(b.view(), 0, 'by b'));
  settle([a, b], server);
  a.redo(); // somebody else has written there since
  settle([a, b], server);
  assert.equal(tree.nodeOf(a.view(), 0).comment, 'by b');
  a.undo();
  settle([a, b], server);
  assert.deepEqual(plain(b.view()).children.map((n) => n.move), ['c3']);
  a.redo();
  settle([a, b], server);
  assert.deepEqual(plain(b.view()).children.map((n) => n.move + n.glyph), ['a1!', 'c3']);
});

test('any state of the past can be restored', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const n = dice(7000 + seed);
    const server = new Server();
    const [a, b] = [newChapter(), newChapter()];
    const states = [plain(a.view())];
    let word = 0;
    while (states.length < 30) {
      const c = n(2) === 0 ? a : b;
      if (!c.local(change(c.view(), n, () => `word${++word}`))) continue;
      settle([a, b], server);
      assert.equal(server.edits.length, states.length);
      states.push(plain(a.view()));
    }
    const to = n(29);
    a.writeAll(undoing(server.edits.slice(to), a));
    settle([a, b], server);
    assert.deepEqual(plain(b.view()), states[to], `seed ${seed}, edit ${to}`);
  }
});

test('what waits survives a crash, and is sent once', () => {
  const server = new Server();
  const a = newChapter();
  a.local(tree.withMove(a.view(), 0, 'a1', 1).study);
  server.post(a.outgoing()); // the answer is lost
  a.local(tree.withComment(a.view(), 0, 'later'));
  const again = newChapter();
  again.load(server.rows());
  again.restore(a.kept());
  assert.deepEqual(plain(again.view()), plain(a.view()));
  settle([again], server);
  assert.equal(server.edits.length, 2);
});

test('a large change is sent in parts', () => {
  const server = new Server();
  const [a, b] = [newChapter(), newChapter()];
  let study = a.view();
  for (let i = 0, at = 0; i < 700; i++) {
    const next = tree.withMove(study, at, 'abcdefghi'[i % 9] + ((i % 8) + 1), 1 + (i % 2));
    study = tree.withComment(next.study, next.id, 'x'.repeat(i % 300));
    at = next.id;
  }
  a.local(study);
  settle([a, b], server);
  assert.ok(server.edits.length >= 7);
  for (const e of server.edits) assert.ok(e.ops.length <= 200 && JSON.stringify(e.ops).length < 64000);
  assert.deepEqual(plain(b.view()), plain(study));
});

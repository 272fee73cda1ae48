// No event of the server breaks a page. Matches of all four games are played to each kind of end; what the real
// stream tells of them is then told to every page, late and out of its order. A board that cannot be drawn gives its
// place to a notice and is reported, and nothing else on the page goes with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { conformance, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const GAMES = ['palisade', 'redstone', 'levee', 'claims'];
/** Five points are enough for a match that does not end by itself. */
const SOME = {
  palisade: ['c3', 'c2', 'd4', 'b3'],
  redstone: ['c3', 'swap', 'd4', 'b2'],
  levee: ['b2', 'd2', 'b4', 'd4'],
  claims: ['c3', 'a1', 'c3', 'pass'],
};

/** The shortest whole game of the independent implementation. */
async function shortest(game) {
  const all = await conformance(game);
  const whole = all.filter((g) => g.result && (g.opts.players ?? 2) === 2 && g.opts.swap !== true && !g.opts.height);
  return whole.sort((a, b) => a.moves.length - b.moves.length)[0];
}

/** Plays matches of every game to every end. Returns their numbers, and the final positions. */
async function playAll(base, ann, bob) {
  const seats = [ann, bob];
  const ids = [];
  const finals = [];
  const begin = async (game, width, more = {}) => {
    const wish = { game, width, height: width, seats: ['me', 'open'], ...more };
    const { id } = await post(ann, base, '/matches', wish);
    await post(bob, base, `/matches/${id}/join`);
    ids.push(id);
    return id;
  };
  const play = async (id, words) => {
    for (const [i, move] of words.entries())
      await post(seats[i % 2], base, `/matches/${id}/moves`, { ply: i + 1, move });
  };
  const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 5000 };
  for (const game of GAMES) {
    const whole = await shortest(game);
    const options = whole.opts.jacked ? { jacked: true } : {};
    await play(await begin(game, whole.size, game === 'claims' ? { options } : {}), whole.moves);
    finals.push({ game, size: whole.size, diagram: whole.diagram.replaceAll('/', '\n') });

    const resigned = await begin(game, 5, { clock, rated: true });
    await play(resigned, SOME[game]);
    await post(ann, base, `/matches/${resigned}/chat`, { text: 'well played' });
    if (game === 'claims') await post(ann, base, `/matches/${resigned}/draw`, { do: 'offer' });
    await post(bob, base, `/matches/${resigned}/resign`);

    const aborted = await begin(game, 5);
    await play(aborted, SOME[game].slice(0, 1));
    await post(ann, base, `/matches/${aborted}/abort`);

    // Two moves are taken back, in Redstone the swap among them; the match goes on.
    const back = await begin(game, 5, { clock });
    await play(back, SOME[game].slice(0, 2));
    await post(bob, base, `/matches/${back}/takeback`, { do: 'ask' });
    await post(ann, base, `/matches/${back}/takeback`, { do: 'accept' });
    await post(ann, base, `/matches/${back}/pause`, { do: 'ask' });
  }
  // Redstone to its end with exchanged colours, and red stones.
  const swapped = await begin('redstone', 2);
  await play(swapped, ['a2', 'swap', 'a1', 'b2', 'b1r']);
  return { ids, finals };
}

/** The events of a stream from the beginning, as `{ type, data }`: those that the real server sends. */
async function eventsOf(page, base, topics) {
  await page.goto(`${base}/command`);
  const text = await page.evaluate(async (asked) => {
    const stop = new AbortController();
    const response = await fetch(`/api/events?topics=${asked}&since=0`, { signal: stop.signal });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let all = '';
    for (let quiet = false; !quiet; ) {
      const more = reader.read();
      const late = new Promise((done) => setTimeout(() => done(null), 1500));
      const part = await Promise.race([more, late]);
      quiet = part === null || part.done;
      if (!quiet) all += decoder.decode(part.value, { stream: true });
    }
    stop.abort();
    return all;
  }, topics.join(','));
  return text.split('\n\n').flatMap((block) => {
    const type = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return type && data ? [{ type, data: JSON.parse(data) }] : [];
  });
}

/** Tells a page these events instead of those of its server, on each stream that it opens. */
async function tell(page, told) {
  await page.unroute('**/api/events**');
  await page.route('**/api/events**', async (route) => {
    const body = told.map((e) => `event: ${e.type}\ndata: ${JSON.stringify(e.data)}\n\n`).join('');
    await route.fulfill({ contentType: 'text/event-stream', body: `event: hello\ndata: {"event":1}\n\n${body}` });
  });
}

const onTv = (final, more = {}) => ({
  type: 'tv',
  data: {
    event: 1,
    exhibition: false,
    game: final.game,
    id: 1,
    width: final.size,
    height: final.size,
    players: 2,
    ply: 9,
    swap: false,
    jacked: false,
    seats: [1, 2].map((side) => ({ name: `player ${side}`, level: null, side, rating: 1500 })),
    board: final.diagram,
    last: '',
    side: 1,
    clock: null,
    state: 'finished',
    result: { winner_seat: 1, winner_side: 1, reason: 'rules' },
    ...more,
  },
});

test('no event breaks a page', async (t) => {
  const server = await startServer(t, ['--no-exhibitions', '--no-limits']);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);
  const ann = await newMember(browser, base, 'ann');
  const bob = await newMember(browser, base, 'bob');
  const { ids, finals } = await playAll(base, ann, bob);
  const cup = { name: 'Spring Cup', kind: 'roundrobin', game: 'levee', clock: { kind: 'days', move_ms: 86_400_000 } };
  const later = await post(ann, base, '/tournaments', cup);
  await post(bob, base, '/conversations/ann', { text: 'hello' });
  const own = await eventsOf(ann, base, ['me', 'lobby', ...ids.slice(0, 12).map((id) => `match:${id}`)]);
  own.push(...(await eventsOf(ann, base, ids.slice(12).map((id) => `match:${id}`))));
  const kinds = new Set(own.map((e) => e.type));
  for (const kind of ['match', 'move', 'takeback', 'offer', 'finished', 'chat', 'conversation', 'turn'])
    assert.ok(kinds.has(kind), `the stream tells of ${kind}`);
  // Later than all that a page has read, so that each is taken.
  const told = [
    ...own.map((e, i) => ({ ...e, data: { ...e.data, event: 1_000_000 + i } })),
    ...finals.flatMap((f) => [onTv(f), onTv(f, { state: 'aborted', result: null }), onTv(f, { side: 0 })]),
  ];
  const state = await ann.context().storageState();
  await ann.context().close();
  await bob.context().close();

  await step('every page takes every event of every match', async () => {
    const page = await newPerson(browser, { storageState: state });
    await page.addInitScript(() => {
      Object.assign(globalThis, { streams: 0, heard: 0 });
      const Source = EventSource;
      globalThis.EventSource = class extends Source {
        constructor(address) {
          super(address);
          globalThis.streams++;
        }
        addEventListener(type, listener) {
          super.addEventListener(type, (event) => {
            listener(event);
            if (type !== 'hello') globalThis.heard++;
          });
        }
      };
    });
    const shown = ids.filter((_, i) => i % 4 === 0 || i % 4 === 3);
    await tell(page, told);
    const paths = ['/lobby', '/', '/watch', '/mine', '/notifications', '/inbox/bob', '/friends', '/tournaments', '/simuls', '/archive',
      '/p/ann', '/p/ann/statistics', '/ranking', '/puzzles', `/analysis?match=${ids[0]}`, '/studies', '/teams',
      `/t/${later.id}`, ...shown.map((id) => `/m/${id}`)];
    for (const path of paths) {
      await tell(page, told);
      await page.goto(base + path);
      await page.locator('main h1').first().waitFor();
      if (await page.evaluate('globalThis.streams > 0'))
        await until(page, `globalThis.heard >= ${told.length}`, `${path} has heard all`);
      await soon.equal(() => page.locator('.board-missing').count(), 0, path);
      assert.equal(await page.getByRole('heading', { name: 'This page cannot be shown' }).count(), 0, path);
      assert.deepEqual(page.problems, [], path);
    }
  });

  await step('the end of a game stands on television as it lies on the board', async () => {
    const page = await newPerson(browser);
    await tell(page, finals.map((f) => onTv(f)));
    await page.goto(`${base}/lobby`);
    await soon.equal(() => page.locator('.tv .board').count(), 4);
    for (const { game, diagram } of finals) {
      const stones = game === 'claims' ? (diagram.match(/[xo]\d/g) ?? []).flatMap((cell) => Array(Number(cell[1])).fill(cell)) : (diagram.match(/[xobwr#]/g) ?? []);
      const drawn = page.locator(`.tv .board.${game} .stone:not(.ghost)`);
      await soon.equal(() => drawn.count(), stones.length, game);
    }
  });

  await step('a board that cannot be drawn is said to be missing, and the others stay', async () => {
    const page = await newPerson(browser);
    const [first, second, ...others] = finals.map((f) => onTv(f));
    const broken = [onTv(finals[0], { board: 'no board' }), onTv(finals[1], { seats: null })];
    await tell(page, [...broken, ...others]);
    await page.goto(`${base}/lobby`);
    await soon.equal(() => page.locator('.tv .board').count(), 2);
    await soon.equal(() => page.getByText('This board cannot be shown.').count(), 2);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(page.problems.length >= 2, 'both are reported');
    page.problems.length = 0;
    // The next event of the match brings it back.
    await tell(page, [...broken, ...others, first, second]);
    await page.reload();
    await soon.equal(() => page.locator('.tv .board').count(), 4);
    await soon.equal(() => page.locator('.board-missing').count(), 0);
    page.problems.length = 0;
  });
});

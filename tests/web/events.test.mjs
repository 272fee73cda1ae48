// The one stream of events of a browser: whenever it is opened anew, nothing that a listener waits for is left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

/** Streams that the test itself feeds, as the server would: by topics, from an event on. */
function fakeBrowser() {
  const opened = [];
  class Source {
    constructor(address) {
      this.query = new URL(address, 'http://here').searchParams;
      this.heard = new Map();
      this.closed = false;
      opened.push(this);
    }
    addEventListener(type, listener) {
      this.heard.set(type, listener);
    }
    close() {
      this.closed = true;
    }
    get since() {
      return this.query.get('since');
    }
    get topics() {
      return this.query.get('topics').split(',');
    }
    tell(type, data) {
      if (!this.closed) this.heard.get(type)?.({ data: JSON.stringify(data) });
    }
  }
  const timers = [];
  Object.assign(globalThis, {
    EventSource: Source,
    BroadcastChannel: undefined,
    addEventListener: () => undefined,
    setInterval: () => 0,
    window: { setTimeout: (done) => timers.push(done) },
  });
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true, writable: true });
  return { opened, last: () => opened.at(-1), timers };
}

const finished = (event) => ({ event, match: 7, state: 'finished' });

test('a topic that is added while missed events are on their way loses none of them', async () => {
  const { opened, last } = fakeBrowser();
  const { events, FROM_NOW } = await load('core/events.ts');
  const heard = [];
  events.subscribe('me', FROM_NOW, () => undefined);
  assert.equal(last().since, null);
  // The match was read as it was after event 10; event 12 ended it before the stream began with event 15.
  last().tell('hello', { event: 15 });
  events.subscribe('match:7', 10, (e) => heard.push(e.data.event));
  assert.equal(last().since, '10');
  // A part of the page that is loaded later listens, too, before the stream has told anything.
  events.subscribe('here:7', FROM_NOW, () => undefined);
  assert.deepEqual(last().topics, ['here:7', 'match:7', 'me']);
  assert.ok(Number(last().since) <= 10, `the new stream begins after event ${last().since}`);
  last().tell('finished', finished(12));
  assert.deepEqual(heard, [12]);
  // What the stream has told need not come again.
  events.subscribe('spectators:7', FROM_NOW, () => undefined);
  assert.equal(last().since, '12');
  assert.equal(opened.filter((source) => !source.closed).length, 1);
});

test('a stream that breaks off among missed events goes on after the last that it told', async () => {
  const { last, timers } = fakeBrowser();
  const { events, FROM_NOW } = await load('core/events.ts');
  events.subscribe('me', FROM_NOW, () => undefined);
  last().tell('hello', { event: 40 });
  events.subscribe('match:7', 20, () => undefined);
  last().tell('chat', { event: 22, match: 7 });
  last().onerror();
  timers.pop()();
  assert.equal(last().since, '22');
  // One that breaks off before it has told anything asks for the same.
  last().onerror();
  timers.pop()();
  assert.equal(last().since, '22');
});

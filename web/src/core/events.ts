// One stream of server events for all tabs of this browser. The tab that holds the lock reads the
// stream and tells the others; when it is closed, another takes over where it stopped.
//
// Each tab says which topics it needs and from which event on. The reader opens the stream for all
// of them, from the oldest event that anybody still needs: events come twice sometimes and are never
// missed, and each receiver drops those it knows (matchstate.ts).
import { Store } from './env';

export interface ServerEvent {
  type: string;
  data: Record<string, unknown> & { event: number };
}

type Listener = (event: ServerEvent) => void;

type Message =
  | { kind: 'event'; event: ServerEvent }
  | { kind: 'topics'; tab: string; topics: Record<string, number> }
  | { kind: 'leader' }
  | { kind: 'online'; online: boolean };

const TYPES = [
  'hello',
  'reset',
  'match',
  'move',
  'takeback',
  'offer',
  'finished',
  'chat',
  'conversation',
  'clock',
  'turn',
  'reminder',
  'notification',
  'tournament',
  'tournament_answer',
  'tournament_chat',
  'team_answer',
  'simul',
  'watchers',
  'presence',
  'spectators',
  'lobby',
  'tv',
  'paired',
  'study',
  'edit',
  'here',
  'study_chat',
  'friend',
  'friends',
  'team',
];
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 8000;
/** Tabs repeat what they need; one that is silent for this long is gone. */
const REMIND_MS = 30_000;
const FORGET_MS = 150_000;
/** Begins with the next event, whatever its number; `hello` tells such listeners that the stream
 * begins. */
export const FROM_NOW = -1;

/** Whether the stream is open; false only after it was lost. */
export const online = new Store(true);
/** When the connection was lost, by this browser's clock; 0: it is there. */
export const lostAt = new Store(0);
online.listen(() => {
  if (online.value) lostAt.set(0);
  else if (lostAt.value === 0) lostAt.set(Date.now());
});
/** What is done when the stream ends: the page asks whether it is still signed in. */
export const streamLost = new Store<() => void>(() => undefined);

class EventHub {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hoshi-events');
  private readonly listeners = new Map<string, Set<Listener>>();
  /** Topics of this tab: the event after which it wants to hear. */
  private readonly wants = new Map<string, number>();
  /** The leader's view of all tabs. */
  private readonly tabs = new Map<string, { topics: Record<string, number>; at: number }>();
  private source: EventSource | null = null;
  private sourceTopics = '';
  /** Up to which event the stream has told all. It may be older than its newest: what was missed comes first. */
  private told = FROM_NOW;
  private leading = false;
  private started = false;
  private retryMs = RETRY_FIRST_MS;
  private retry: number | undefined;

  subscribe(topic: string, since: number, listener: Listener): () => void {
    const set = this.listeners.get(topic) ?? new Set();
    set.add(listener);
    this.listeners.set(topic, set);
    this.wants.set(topic, Math.max(since, this.wants.get(topic) ?? FROM_NOW));
    this.start();
    this.announce();
    return () => {
      set.delete(listener);
      if (set.size > 0) return;
      this.listeners.delete(topic);
      this.wants.delete(topic);
      this.announce();
    };
  }

  private start(): void {
    if (this.started) return;
    this.started = true;
    if (this.channel) this.channel.onmessage = (e: MessageEvent<Message>) => this.hear(e.data);
    setInterval(() => this.announce(), REMIND_MS);
    addEventListener('offline', () => online.set(false));
    addEventListener('online', () => {
      if (this.sourceTopics === '' || this.source) online.set(true);
      this.wake();
    });
    addEventListener('pagehide', () => this.say({ kind: 'topics', tab: this.tab, topics: {} }));
    // Browsers have no locks on pages without TLS.
    const locks = navigator.locks as LockManager | undefined;
    if (this.channel && locks) {
      // The lock is held until this tab is closed.
      void locks.request('hoshi-events', () => this.lead());
    } else {
      void this.lead();
    }
  }

  /** Opens a stream that was lost at once, instead of after the time that it waits. */
  wake(): void {
    if (this.retry === undefined) return;
    this.retryMs = RETRY_FIRST_MS;
    this.open(this.told);
  }

  private lead(): Promise<never> {
    this.leading = true;
    this.say({ kind: 'leader' });
    this.announce();
    return new Promise(() => undefined);
  }

  private say(message: Message): void {
    this.channel?.postMessage(message);
  }

  private announce(): void {
    const topics = Object.fromEntries(this.wants);
    if (this.leading) this.note(this.tab, topics);
    else this.say({ kind: 'topics', tab: this.tab, topics });
  }

  private hear(message: Message): void {
    if (message.kind === 'event') this.deliver(message.event);
    else if (message.kind === 'leader') this.announce();
    else if (message.kind === 'online') online.set(message.online);
    else if (this.leading) this.note(message.tab, message.topics);
  }

  /** Leader: a tab has said what it needs. */
  private note(tab: string, topics: Record<string, number>): void {
    const now = Date.now();
    if (Object.keys(topics).length > 0) this.tabs.set(tab, { topics, at: now });
    else this.tabs.delete(tab);
    for (const [name, entry] of this.tabs) if (now - entry.at > FORGET_MS) this.tabs.delete(name);
    const all = new Map<string, number>();
    for (const { topics: wanted } of this.tabs.values()) {
      for (const [topic, since] of Object.entries(wanted)) {
        const known = all.get(topic);
        all.set(topic, known === undefined ? since : Math.min(known, since));
      }
    }
    const names = [...all.keys()].sort().join(',');
    if (names === this.sourceTopics && (this.source || this.retry !== undefined)) return;
    const fresh = [...all].filter(([topic]) => !this.sourceTopics.split(',').includes(topic));
    const oldest = fresh.map(([, since]) => since).filter((since) => since !== FROM_NOW);
    const known = this.told === FROM_NOW ? [] : [this.told];
    this.sourceTopics = names;
    const since = Math.min(...oldest, ...known);
    this.open(since === Infinity ? FROM_NOW : since);
  }

  private open(since: number): void {
    this.source?.close();
    this.source = null;
    clearTimeout(this.retry);
    this.retry = undefined;
    if (this.sourceTopics === '') return;
    const from = since === FROM_NOW ? '' : `&since=${since}`;
    this.told = since;
    const source = new EventSource(`/api/events?topics=${this.sourceTopics}${from}`);
    this.source = source;
    source.onopen = () => {
      this.retryMs = RETRY_FIRST_MS;
      this.tellOnline(true);
    };
    source.onerror = () => {
      // The browser's own retry gives up on some failures and waits long on others.
      if (this.source !== source) return;
      source.close();
      this.source = null;
      this.tellOnline(false);
      streamLost.value();
      this.retry = window.setTimeout(() => {
        this.retry = undefined;
        this.open(this.told);
      }, this.retryMs);
      this.retryMs = Math.min(2 * this.retryMs, RETRY_LAST_MS);
    };
    for (const type of TYPES) {
      source.addEventListener(type, (e: MessageEvent<string>) => {
        const data = JSON.parse(e.data) as ServerEvent['data'];
        const event = { type, data };
        if (typeof data.event === 'number') this.told = data.event;
        this.say({ kind: 'event', event });
        this.deliver(event);
      });
    }
  }

  private tellOnline(value: boolean): void {
    online.set(value);
    this.say({ kind: 'online', online: value });
  }

  private deliver(event: ServerEvent): void {
    const number = event.data.event;
    const heard = event.type === 'reset' ? null : topicsOf(event);
    for (const [topic, listeners] of [...this.listeners]) {
      // Answers from before the stream began may be older than it: read them again.
      const begins = event.type === 'hello' && this.wants.get(topic) === FROM_NOW;
      if (heard !== null && !heard.includes(withoutInvite(topic)) && !begins) continue;
      const known = this.wants.get(topic);
      if (known !== undefined && typeof number === 'number') this.wants.set(topic, Math.max(known, number));
      for (const listener of [...listeners]) hearSafely(listener, event);
    }
  }
}

/** A listener that fails keeps nothing from the others. */
function hearSafely(listener: Listener, event: ServerEvent): void {
  try {
    listener(event);
  } catch (error) {
    console.error(error);
  }
}

/** The topic of a match; for a private one, with the invitation. */
export function matchTopic(id: number, invite: string | null): string {
  return invite === null ? `match:${id}` : `match:${id}:${encodeURIComponent(invite)}`;
}

/** The topic of the spectators' chat of a match. */
export function spectatorsTopic(id: number, invite: string | null): string {
  return matchTopic(id, invite).replace('match', 'spectators');
}

/** Without the invitation or link, and without what only makes a stream differ from the one before. */
function withoutInvite(topic: string): string {
  return topic.split(':').slice(0, 2).join(':').replace(/\..*/, '');
}

/** Which listeners an event is for. */
function topicsOf(event: ServerEvent): string[] {
  if (event.type === 'hello') return [];
  if (event.type === 'lobby' || event.type === 'tv') return ['lobby'];
  if (event.type === 'friend' || event.type === 'friends') return ['friends'];
  if (event.type === 'paired' || event.type === 'conversation') return ['me'];
  if (event.type === 'turn' || event.type === 'reminder' || event.type === 'notification') return ['me'];
  if (event.type === 'tournament' || event.type === 'simul') return ['lobby', 'me'];
  if (event.type === 'tournament_answer' || event.type === 'team_answer') return ['me'];
  if (event.type === 'tournament_chat') return [`tournament:${String(event.data['tournament'])}`];
  if (event.type === 'team') return [`team:${String(event.data['team'])}`];
  const study = event.data['study'];
  if (typeof study === 'number') return [`study:${study}`];
  const match = event.data['match'];
  const own = typeof match === 'number' ? [`match:${match}`] : [];
  if (event.type === 'presence') return typeof match === 'number' ? [`here:${match}`] : [];
  if (event.type === 'spectators') return typeof match === 'number' ? [`spectators:${match}`] : [];
  if (event.type === 'match' || event.type === 'finished') return [...own, 'lobby', 'me'];
  if (event.type === 'clock' || event.type === 'takeback' || event.type === 'offer') return [...own, 'me'];
  return own;
}

export const events = new EventHub();

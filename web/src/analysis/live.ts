// An open kept study: its chapters are read from the server, others' edits come over the stream of
// events, and one's own edits are resent until they are acknowledged, also after a crash or without a
// connection (docs/STUDIES.md says how edits combine).
import { rules } from '../wasm/loaded';
import { FROM_NOW, events } from '../core/events';
import type { ServerEvent } from '../core/events';
import { Problem, get, post, sentence } from '../core/net';
import type { ChatLine, Player } from '../core/net';
import { setUp } from '../games/replay';
import { Chapter } from './edits';
import type { Edit } from './edits';
import { studyOf, textOf } from './json';
import type { RecordJson } from './json';
import { ROOT, newStudy, nodeOf, pathTo } from './tree';
import type { NodeId, Study } from './tree';
import { st } from './words';

export type Access = 'private' | 'link' | 'public';

export interface StudyHead {
  id: number;
  name: string;
  access: Access;
  owner: Player;
  updated_at: number;
  chapters_n: number;
}

export interface ChapterHead {
  id: number;
  name: string;
  game: string;
  place: number;
  record: RecordJson;
}

export interface KeptStudy extends StudyHead {
  chapters: ChapterHead[];
  members: { player: Player; writes: boolean }[];
  edit: number;
  event: number;
  epoch: number;
  you: { writes: boolean; owns: boolean };
  link: string | null;
}

export interface Here {
  members: Player[];
  others: number;
}

export interface LoggedEdit extends Edit {
  chapter: number;
  at: number;
  by: Player;
}

type Row = [string, string, string, number];

const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 10_000;
/** How often texts of two writers are joined for one edit before it is given up. */
const CONFLICTS_MAX = 5;

const infoOf = (game: Parameters<ReturnType<typeof rules>['info']>[0]) => rules().info(game);

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** A slot of the rules that no page uses. */
const JUDGE = 7;

/** The node whose position lies in that slot, and the chapter that it belongs to. */
let judgedAt: { owner: object; id: NodeId } | null = null;

/** Judges whether the rules allow the last move on the way to a node. Going down a line, each position follows
 * from the one before. */
function newJudge(): (study: Study, id: NodeId) => boolean {
  const owner = {};
  return (study, id) => {
    const { move, parent } = nodeOf(study, id);
    if (move === '' || parent === null) return true;
    const r = rules();
    const playIn = (at: NodeId): void => {
      const word = nodeOf(study, at).move;
      if (word !== '') r.play(JUDGE, r.parse(JUDGE, word) ?? 0);
    };
    try {
      const near = judgedAt?.owner === owner ? judgedAt.id : -1;
      if (near !== parent && near === nodeOf(study, parent).parent && parent !== ROOT) playIn(parent);
      else if (near !== parent) {
        setUp(r, JUDGE, { setup: study.setup, ...(study.from ? { from: study.from } : {}) });
        for (const at of pathTo(study, parent)) playIn(at);
      }
      judgedAt = { owner, id: parent };
      const parsed = r.parse(JUDGE, move);
      return parsed !== null && r.explain(JUDGE, parsed).legal;
    } catch {
      judgedAt = null;
      return false;
    }
  };
}

/** The study's board alone. */
export function bare(s: Study): Study {
  return { ...newStudy(s.setup, s.from), players: s.players, date: s.date, result: s.result };
}

const query = (link: string | null): string => (link === null ? '' : `?link=${encodeURIComponent(link)}`);

export class LiveStudy {
  head: KeptStudy | null = null;
  here: Here = { members: [], others: 0 };
  /** The newest lines of the chat, oldest first; null: not read yet. */
  lines: ChatLine[] | null = null;
  private reads = 0;
  /** Why it cannot be shown. */
  broken = '';
  /** The last refusal of the server. */
  refused = '';
  private readonly chapters = new Map<number, Chapter>();
  private readonly tab = newKey().slice(0, 8);
  private leave: (() => void) | null = null;
  private topic = '';
  private sending = false;
  private closed = false;
  private retryMs = RETRY_FIRST_MS;
  private retry: number | undefined;

  constructor(
    readonly id: number,
    readonly link: string | null,
    private readonly changed: () => void,
  ) {}

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.leave?.();
  }

  async open(): Promise<void> {
    try {
      this.head = await get<KeptStudy>(`/studies/${this.id}${query(this.link)}`);
      this.broken = '';
      this.listen(this.head);
    } catch (e) {
      if (e instanceof Problem && e.status === 0 && this.head) return;
      this.broken = sentence(e);
    }
    this.tell();
  }

  chapter(id: number): Chapter | null {
    return this.chapters.get(id) ?? null;
  }

  async openChapter(id: number): Promise<void> {
    if (this.chapters.has(id)) return;
    const c = await get<ChapterHead & { values: Row[] }>(`/chapters/${id}${query(this.link)}`);
    const model = new Chapter(studyOf(c.record), newKey, newJudge());
    model.load(c.values);
    this.chapters.set(id, model);
    if (this.head?.you.writes) this.adopt(id, model);
    this.tell();
    this.send();
  }

  private async reload(id: number): Promise<void> {
    const c = await get<{ values: Row[] }>(`/chapters/${id}${query(this.link)}`);
    this.chapters.get(id)?.load(c.values);
  }

  private tell(): void {
    if (!this.closed) this.changed();
  }

  /* ---- what others do ---- */

  private listen(head: KeptStudy): void {
    const link = this.link === null ? '' : `:${encodeURIComponent(this.link)}`;
    const topic = `study:${head.id}.${head.epoch}${link}`;
    if (topic === this.topic || this.closed) return;
    this.leave?.();
    this.topic = topic;
    this.leave = events.subscribe(topic, head.event || FROM_NOW, (event) => this.hear(event));
  }

  private hear({ type, data }: ServerEvent): void {
    if (type === 'edit') {
      const edit = data as unknown as LoggedEdit;
      const long = data['ops'] === null; // then it is read by its number
      const model = this.chapters.get(edit.chapter);
      if (!model) return;
      if (!long) model.hear(edit);
      else
        void this.reload(edit.chapter).then(
          () => this.tell(),
          () => undefined,
        );
      this.keep();
      this.tell();
    } else if (type === 'here') void this.look();
    else if (type === 'study_chat') this.readAgain();
    else if (type === 'study') void this.open();
    else if (type === 'reset' || type === 'hello') void this.catchUp();
  }

  private async look(): Promise<void> {
    try {
      this.here = await get<Here>(`/studies/${this.id}/here${query(this.link)}`);
      this.tell();
    } catch {
      // Then the other viewers are unknown.
    }
  }

  /** Reads the chat; an event says only that there is something new. */
  async read(): Promise<void> {
    const mine = ++this.reads;
    try {
      const { lines } = await get<{ lines: ChatLine[] }>(`/studies/${this.id}/chat${query(this.link)}`);
      if (mine !== this.reads) return; // a later answer knows more
      this.lines = lines.reverse();
      this.tell();
    } catch {
      // The stream comes back, and it is read then.
    }
  }

  /** Reads the chat again if it was opened here. */
  private readAgain(): void {
    if (this.reads > 0) void this.read();
  }

  private async catchUp(): Promise<void> {
    await this.open();
    await this.look();
    this.readAgain();
    try {
      for (const id of this.chapters.keys()) await this.reload(id);
    } catch {
      return; // The stream comes back and says so again.
    }
    this.tell();
    this.send();
  }

  /* ---- edits made here ---- */

  get writes(): boolean {
    return this.head?.you.writes ?? false;
  }

  /** How many edits wait to be acknowledged. */
  get waiting(): number {
    return this.writes ? [...this.chapters.values()].reduce((n, c) => n + c.waiting, 0) : 0;
  }

  /** Something was written into a chapter. */
  written(): void {
    this.keep();
    this.tell();
    this.send();
  }

  private keyOf(chapter: number): string {
    return `hoshi-live-${chapter}-`;
  }

  private keep(): void {
    if (!this.writes) return;
    try {
      for (const [id, c] of this.chapters) {
        if (c.waiting > 0) localStorage.setItem(this.keyOf(id) + this.tab, c.kept());
        else localStorage.removeItem(this.keyOf(id) + this.tab);
      }
    } catch {
      // Then they are lost if this page crashes before they are sent.
    }
  }

  /** Takes over edits that closed pages could not send; an edit that another page also sends counts
   * once. */
  private adopt(id: number, model: Chapter): void {
    try {
      const keys = Object.keys(localStorage).filter((k) => k.startsWith(this.keyOf(id)));
      for (const key of keys) {
        model.restore(localStorage.getItem(key) ?? '[]');
        localStorage.removeItem(key);
      }
    } catch {
      // A position that cannot be read cannot be sent.
    }
    this.keep();
  }

  private send(): void {
    if (this.sending || !this.writes || this.closed) return;
    this.sending = true;
    clearTimeout(this.retry);
    void this.sendAll().finally(() => {
      this.sending = false;
      this.keep();
      this.tell();
    });
  }

  private async sendAll(): Promise<void> {
    for (const [id, model] of this.chapters) {
      let conflicts = 0;
      for (let out = model.outgoing(); out && !this.closed; out = model.outgoing()) {
        const { key, ops } = out;
        try {
          const { edit } = await post<{ edit: number }>(`/chapters/${id}/edits`, { key, ops });
          model.hear({ edit, key, ops: ops.map((op) => op.slice(0, 3) as string[]) });
          this.retryMs = RETRY_FIRST_MS;
          conflicts = 0;
        } catch (e) {
          const status = e instanceof Problem ? e.status : 0;
          if (status === 0 || status === 429 || status >= 500) {
            this.later();
            return;
          }
          if (status === 409 && conflicts++ < CONFLICTS_MAX && (await this.mend(id, model, key))) continue;
          this.refused = sentence(e);
          model.drop(key);
        }
        this.keep();
        this.tell();
      }
    }
  }

  private async mend(id: number, model: Chapter, key: string): Promise<boolean> {
    try {
      await this.reload(id);
      model.rebase(key);
      return true;
    } catch {
      return false;
    }
  }

  private later(): void {
    if (this.closed) return;
    this.retry = window.setTimeout(() => this.send(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, RETRY_LAST_MS);
  }

  /* ---- chapters ---- */

  /** A new chapter with all that is in a study; its number. */
  async addChapter(name: string, study: Study): Promise<number> {
    const board = bare(study);
    const record = textOf(board, infoOf);
    const { id } = await post<{ id: number }>(`/studies/${this.id}/chapters`, { name, record });
    await this.open();
    await this.openChapter(id);
    this.chapter(id)?.local(study);
    this.written();
    return id;
  }

  /** All edits after this one. */
  async editsSince(edit: number): Promise<LoggedEdit[]> {
    const all: LoggedEdit[] = [];
    for (let more = true, since = edit; more;) {
      const page = await get<{ edits: LoggedEdit[]; more: boolean }>(
        `/studies/${this.id}/edits?since=${since}${this.link === null ? '' : `&link=${this.link}`}`,
      );
      all.push(...page.edits);
      more = page.more;
      since = page.edits[page.edits.length - 1]?.edit ?? since;
    }
    return all;
  }
}

/** "Openings · The ring"; one name is said once. */
export function chapterTitle(study: string, chapter: string): string {
  return chapter === '' || chapter === study ? study : `${study} · ${chapter}`;
}

/** A study becomes one that the server keeps; the number of that. */
export async function keepOnServer(study: Study, name: string): Promise<number> {
  const { id } = await post<StudyHead>('/studies', { name });
  const live = new LiveStudy(id, null, () => undefined);
  await live.open();
  await live.addChapter(nodeOf(study, ROOT).name.slice(0, 80) || st('kept.chapter', { n: 1 }), study);
  await new Promise<void>((done) => {
    const look = (): void => {
      if (live.waiting === 0) done();
      else setTimeout(look, 100);
    };
    look();
  });
  live.close();
  return id;
}

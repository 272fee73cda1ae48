// The ways in and out: records pasted, dropped, chosen as files or fetched from a match; records, texts,
// pictures and links of the study.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { copyText } from '../core/copy';
import { rules } from '../wasm/loaded';
import { boardOf, moveName, snapshot } from '../games/position';
import { GameChoice } from '../parts/gamefields';
import { get, sentence } from '../core/net';
import type { MatchHead } from '../core/net';
import type { Game } from '../games/replay';
import type { Turn } from '../board/state';
import { number, t } from '../i18n';
import type { GameName, Setup } from '../wasm/wasm';
import { Dialog } from './dialog';
import { decode, judged, readAny } from './formats';
import type { Read } from './formats';
import { studyOf } from './json';
import type { RecordJson } from './json';
import { linkTo } from './link';
import { animation, download, png, svgText } from './picture';
import { BadRecord, INPUT_MAX, UnknownGame, fileNameOf } from './record';
import type { Mended } from './record';
import { records } from './records';
import { ROOT, lineFrom, movesTo, nodeOf } from './tree';
import type { NodeId, Study } from './tree';
import { counted, isStudyKey, st } from './words';

/** The action of a button; a returned text is shown to the person. */
type Work =
  (() => Promise<string | undefined>) | (() => Promise<void>) | (() => string | undefined) | (() => void);

/** How many places are named. */
const MENDED_MAX = 5;

/** The sentence about what was mended or left out. */
function mendedText(mended: readonly Mended[]): string {
  const list = mended
    .slice(0, MENDED_MAX)
    .map(({ what, line, column }) => `${what.slice(0, 20)} ${st('import.place', { line, column })}`)
    .join('; ');
  return st('import.mended', { list: mended.length > MENDED_MAX ? `${list} …` : list });
}

/** The sentence about a record that cannot be read or written. */
export function badText(error: unknown): string {
  if (!(error instanceof BadRecord) || !isStudyKey(error.key)) return sentence(error);
  const place = typeof error.values['line'] === 'number' ? ` ${st('import.place', error.values)}` : '';
  const { rule } = error.values;
  const why = `setup.why.${rule}`;
  const because = rule !== undefined && isStudyKey(why) ? ` ${st(why, error.values)}` : '';
  const cited = because !== '' && rule !== 'range' ? ` (${rule})` : '';
  return st(error.key, error.values) + place + because + cited;
}

/** Which move the rules forbid, and why. */
export function refusedText({ ply, move, rule, stops, text }: NonNullable<Read['refused']>): string {
  if (stops === 'turn') return st('import.turn', { n: ply, move: moveName(move) });
  if (stops === 'edits') return st('import.edits', { n: ply - 1 });
  return `${st('import.refused', { n: ply, move: moveName(move), rule })} ${text}`;
}

/** The number of a match in a link to it; null for other links. */
export function matchIn(text: string): number | null {
  const found = /^\s*(?:https?:\/\/[^\s/]+)?\/m\/(\d+)\S*\s*$/.exec(text);
  return found ? Number(found[1]) : null;
}

/** A record that the server writes. */
async function fetchRecord(path: string): Promise<Read> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(t('error.unknown', { status: response.status }));
  return judged(studyOf((await response.json()) as RecordJson), rules());
}

/** The record of a match that is over, or in which one plays. */
export async function fetchMatch(id: number): Promise<Read> {
  const match = await get<MatchHead>(`/matches/${id}`);
  const own = match.state === 'running' && match.you.length > 0;
  if (!own && (match.state === 'running' || match.state === 'open'))
    throw new BadRecord('import.bad.running');
  return fetchRecord(`/api/matches/${id}/record?format=json`);
}

/** A game of the engine that is a part of the program. */
export async function fetchEngineGame(id: number): Promise<Read> {
  return fetchRecord(`/api/collection/${id}/record?format=json`);
}

/** Fetches the reader of records while the person chooses. */
function warm(): void {
  records().catch(() => undefined); // who wants it hears of it
}

interface ImportProps {
  /** What was pasted or dropped. */
  given: string | File;
  setup: Setup;
  open: (study: Study, at?: NodeId, match?: number) => void;
  close: () => void;
}

export function ImportDialog({ given, setup, open, close }: ImportProps): JSX.Element {
  const [text, setText] = useState(typeof given === 'string' ? given : '');
  const [games, setGames] = useState<string[]>([]);
  const [chosenGame, setChosenGame] = useState(0);
  const [error, setError] = useState('');
  const [asking, setAsking] = useState(false);
  const [game, setGame] = useState<GameName>(setup.game);
  const [size, setSize] = useState(setup.width);
  const [read, setRead] = useState<Read | null>(null);
  const [doubt, setDoubt] = useState('');
  const info = rules().info(game);

  const chosen = (): Setup => ({
    ...setup,
    game,
    width: size,
    height: game === setup.game && size === setup.width ? setup.height : size,
    players: 2,
    options: game === setup.game ? setup.options : info.optionsDefault,
  });
  const fill = (source: string): void => {
    setText(source);
    setDoubt('');
    setGames([]);
    setChosenGame(0);
    setRead(null);
  };
  /** `isFresh`: its games have not been shown yet. */
  const take = async (source: string, known: boolean, isFresh = games.length === 0): Promise<void> => {
    setError('');
    setRead(null);
    try {
      const match = matchIn(source);
      const reader = match === null ? await records() : null;
      const titles = isFresh && reader ? reader.titles(source) : [];
      if (titles.length > 1) {
        setGames(titles);
        return;
      }
      const index = isFresh ? 0 : chosenGame;
      const as = known ? { setup: chosen() } : null;
      const result = reader ? readAny(source, rules(), reader, as, index) : await fetchMatch(match ?? 0);
      if (result.refused || result.mended.length > 0) setRead(result);
      else if (match === null) open(result.study);
      else open(result.study, undefined, match);
    } catch (e) {
      if (e instanceof UnknownGame) setAsking(true);
      setError(badText(e));
    }
  };
  /** The text of a file, or null if it cannot be read. */
  const contentOf = async (chosenFile: File): Promise<string | null> => {
    setError('');
    try {
      if (chosenFile.size > INPUT_MAX) throw new BadRecord('import.bad.big');
      const content = decode(new Uint8Array(await chosenFile.arrayBuffer()));
      fill(content.text);
      setDoubt(content.doubt);
      return content.text;
    } catch (e) {
      setError(badText(e));
      return null;
    }
  };
  const file = async (chosenFile: File | undefined): Promise<void> => {
    const content = chosenFile ? await contentOf(chosenFile) : null;
    if (content !== null) await take(content, asking, true);
  };
  useEffect(() => {
    warm();
    if (typeof given !== 'string') void contentOf(given);
  }, []);
  return (
    <Dialog title={st('import.title')} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void take(text, asking);
        }}
      >
        <label>
          {st('import.text')}
          <textarea rows={8} value={text} spellcheck={false} onInput={(e) => fill(e.currentTarget.value)} />
        </label>
        <label>
          {st('import.file')}
          <input
            type="file"
            accept=".sgf,.json,.txt"
            onChange={(e) => void file(e.currentTarget.files?.[0])}
          />
        </label>
        {games.length > 1 && (
          <label>
            <span role="status">{st('import.several', { n: games.length })}</span>
            <select value={chosenGame} onChange={(e) => setChosenGame(Number(e.currentTarget.value))}>
              {games.map((one, i) => (
                <option key={i} value={i}>
                  {i + 1}. {one}
                </option>
              ))}
            </select>
          </label>
        )}
        {asking && (
          <div class="row">
            <GameChoice value={game} set={setGame} />
            <label>
              {t('new.size')}
              <input
                type="number"
                min={info.sizeMin}
                max={info.sizeMax}
                step={info.sizeStep}
                value={size}
                onInput={(e) => setSize(Number(e.currentTarget.value))}
              />
            </label>
          </div>
        )}
        {error && (
          <p class="panel refusal" role="alert">
            {error}
          </p>
        )}
        {doubt !== '' && <p role="status">{st('import.doubt', { charset: doubt })}</p>}
        {read && (
          <div class="panel refusal" role="alert">
            {read.mended.length > 0 && <p>{mendedText(read.mended)}</p>}
            {read.refused && (
              <p>
                {refusedText(read.refused)}
                {read.refused.more > 1 && ` ${counted('import.more', read.refused.more - 1)}`}
              </p>
            )}
            <button type="button" onClick={() => open(read.study)}>
              {st(read.refused ? 'import.rest' : 'import.anyway')}
            </button>
          </div>
        )}
        <div class="row">
          <button type="submit" class="go" disabled={text.trim() === ''}>
            {st('import.do')}
          </button>
        </div>
        <p class="soft">{st('import.kept')}</p>
      </form>
    </Dialog>
  );
}

interface ExportProps {
  study: Study;
  at: NodeId;
  game: Game;
  turn: Turn;
  close: () => void;
}

const GIF_WIDTH = 480;
const GIF_MAX = 200;
const PNG_WIDTH = 1200;

/** The board as text with the moves that led to it. */
function plainText(s: Study, at: NodeId, game: Game): string {
  snapshot(game, game.moves.length);
  const diagram = rules().diagram(0);
  return `${diagram}\n\n${movesTo(s, at).join(' ')}\n`;
}

function layers(): SVGSVGElement[] {
  return [
    ...document.querySelectorAll<SVGSVGElement>(
      '.study-board-box svg.board, .study-board-box svg.study-overlay',
    ),
  ];
}

function ground(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--background').trim();
}

export function ExportDialog({ study, at, game, turn, close }: ExportProps): JSX.Element {
  const [said, setSaid] = useState('');
  useEffect(warm, []);
  const written = async (format: 'sgf' | 'json'): Promise<string> =>
    (await records()).write(study, format, (one) => rules().info(one));
  const name = fileNameOf(nodeOf(study, ROOT).name, `hoshi-${study.setup.game}`);
  const doing = (work: Work): void => {
    void (async () => {
      try {
        setSaid((await work()) ?? '');
      } catch (e) {
        setSaid(badText(e));
      }
    })();
  };
  const film = async (): Promise<void> => {
    const line = [...movesTo(study, at), ...lineFrom(study, at).flatMap((n) => nodeOf(study, n).move || [])];
    const whole = { ...game, moves: line.slice(0, GIF_MAX) };
    const shown = { interactive: false, coordinates: true, owner: true, water: false, claims: false, turn };
    const boards = Array.from({ length: whole.moves.length + 1 }, (_, ply) =>
      boardOf(whole, snapshot(whole, ply), shown, ''),
    );
    const blob = await animation(boards, ground(), GIF_WIDTH, (n) =>
      setSaid(st('export.drawing', { n, of: boards.length })),
    );
    download(blob, `${name}.gif`);
    setSaid('');
  };
  const copy = async (text: string): Promise<string> => {
    if (!(await copyText(text))) throw new Error(st('export.uncopied'));
    return t('match.copied');
  };
  const button = (text: string, work: Work): JSX.Element => (
    <button type="button" onClick={() => doing(work)}>
      {text}
    </button>
  );
  const link = location.origin + linkTo(study, at);
  return (
    <Dialog title={st('export.title')} close={close}>
      <h3>{st('export.tree', { n: number(Object.keys(study.nodes).length) })}</h3>
      <div class="row">
        {button('SGF', async () => download(await written('sgf'), `${name}.sgf`))}
        {button('JSON', async () => download(await written('json'), `${name}.json`))}
        {button(st('export.copysgf'), async () => copy(await written('sgf')))}
      </div>
      <h3>{st('export.position')}</h3>
      <div class="row">
        {button('SVG', () => download(svgText(layers(), ground()), `${name}.svg`, 'image/svg+xml'))}
        {button('PNG', async () =>
          download(await png(svgText(layers(), ground()), PNG_WIDTH), `${name}.png`),
        )}
        {button(st('export.text'), () => download(plainText(study, at, game), `${name}.txt`))}
        {button(st('export.gif'), film)}
      </div>
      <label class="study-link">
        {st('export.link')}
        <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
      </label>
      <div class="row study-link-row">{button(st('export.copylink'), () => copy(link))}</div>
      <p role="status">{said}</p>
    </Dialog>
  );
}

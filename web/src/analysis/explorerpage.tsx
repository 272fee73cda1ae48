// The opening explorer as a page: a board to play on, and the moves from its position in this server's
// finished matches and in the engine's own. The address holds the position and its filters, so it can be
// sent to others.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { Chips } from '../parts/chips';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import {
  boardOf,
  moveAt,
  moveName,
  moveWord,
  pointOf,
  sideName,
  snapshot,
  wordMove,
} from '../games/position';
import { OptionFields } from '../parts/gamefields';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { Link, navigate } from '../core/router';
import { settings } from '../core/settings';
import { SizeChips } from '../parts/sizechips';
import { SpecialMoves } from '../parts/specialmoves';
import { useStyles } from '../core/styles';
import type { Turn } from '../board/state';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { GAMES, OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { GameName, Setup } from '../wasm/wasm';
import { percent, short } from './enginecard';
import { FILTERS, Filters, Found, NO_FILTER, explorerAddress, queryOf, useExplored } from './explorerpanel';
import type { Answer, Filter } from './explorerpanel';
import { useKeys } from './keys';
import type { Command } from './keys';
import { linkOf, studyFrom } from './link';
import { useBarred, useOwnMatches } from './ownmatches';
import { Overlay } from './overlay';
import type { Spot } from './overlay';
import { ROOT, grow, lineFrom, movesTo } from './tree';
import { judged } from './formats';
import { st, useWords } from './words';

const COMMANDS: readonly Command[] = ['back', 'forward', 'first', 'last', 'flip'];
const SPOTS = 5;

interface Place {
  setup: Setup;
  /** The line that was played, and how much of it stands on the board. */
  line: string[];
  at: number;
}

/** What the address says, as far as the rules allow it. Without a size it is the board of the engine's games. */
function placeOf(game: GameName, query: URLSearchParams): Place {
  const asked = new URLSearchParams(query);
  if (!asked.has('size')) asked.set('size', String(GAME_PAGES[game].sample.size));
  const { study, moves } = studyFrom(asked, rules().info(game));
  study.from = null;
  moves.reduce((at, move) => grow(study, at, { move }), ROOT);
  const { study: fit } = judged(study, rules());
  const line = movesTo(fit, lineFrom(fit, ROOT).pop() ?? ROOT);
  return { setup: fit.setup, line, at: line.length };
}

function filterOf(query: URLSearchParams): Filter {
  const found = { ...NO_FILTER };
  for (const name of FILTERS) {
    const value = query.get(name) ?? '';
    if (/^\d{1,4}$/.test(value) && name !== 'source') Object.assign(found, { [name]: value });
  }
  if (found.rated !== '0' && found.rated !== '1') found.rated = '';
  const source = query.get('source');
  if (source === 'players' || source === 'engine') found.source = source;
  return found;
}

/** The most frequent moves on the board, with their shares. */
function spotsOf(answer: Answer | null, place: Place): Spot[] {
  if (!answer) return [];
  const game = { setup: place.setup, moves: place.line.slice(0, place.at) };
  return answer.moves.slice(0, SPOTS).flatMap((row, i) => {
    const [word = ''] = row.moves;
    const point = pointOf(wordMove(game, word));
    return point === null
      ? []
      : [{ point, best: i === 0, big: percent(row.n / answer.n, 0), small: short(row.n) }];
  });
}

export function ExplorerPage({ game, query }: { game: GameName; query: URLSearchParams }): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/study.css');
  if (!spoken || !styled) return <LoadingPage />;
  return <Explorer game={game} query={query} />;
}

function Explorer({ game, query }: { game: GameName; query: URLSearchParams }): JSX.Element {
  const [place, setPlace] = useState(() => placeOf(game, query));
  const [filter, setFilter] = useState(() => filterOf(query));
  const [turn, setTurn] = useState<Turn>(0);
  const { coordinates } = useStore(settings);
  const { setup, line, at } = place;
  const info = rules().info(game);
  const moves = line.slice(0, at);
  const own = useOwnMatches(setup);
  const shown = useMemo(() => ({ setup, moves }), [place]);
  const barred = useBarred(own, shown, null);
  const found = useExplored(queryOf(setup, moves, filter), barred !== null);
  const now = useMemo(() => snapshot(shown, at), [shown]);
  const { side, over, winner } = now.state;

  // Written over the address, not added to the way back: stepping is no new page.
  const address = explorerAddress(setup, moves, filter);
  useEffect(() => history.replaceState(null, '', address), [address]);

  const go = (to: number): void => setPlace({ ...place, at: Math.max(0, Math.min(line.length, to)) });
  const play = (word: string): void =>
    setPlace(line[at] === word ? { ...place, at: at + 1 } : { setup, line: [...moves, word], at: at + 1 });
  const begin = (news: Partial<Setup>): void => setPlace({ setup: { ...setup, ...news }, line: [], at: 0 });
  const commands: Partial<Record<Command, () => void>> = {
    back: () => go(at - 1),
    forward: () => go(at + 1),
    first: () => go(0),
    last: () => go(line.length),
    flip: () => setTurn(((turn + 2) % 4) as Turn),
  };
  useKeys(
    (command) => commands[command]?.(),
    () => undefined,
    COMMANDS,
  );

  const status = !over
    ? t('table.turn', { side: sideName(game, side) })
    : winner === 0
      ? t('result.draw')
      : t('result.wins', { side: sideName(game, winner) });
  const deep = found.answer !== null && at >= found.answer.plies;
  const board = useMemo(
    () =>
      boardOf(
        { setup, moves },
        now,
        { interactive: !over && !deep, coordinates, turn, owner: true, water: false, claims: false },
        status,
      ),
    [now, coordinates, turn, deep],
  );
  const step = (word: string, sign: string, to: number): JSX.Element => (
    <button
      type="button"
      aria-label={word}
      title={word}
      disabled={to < 0 || to > line.length || to === at}
      onClick={() => go(to)}
    >
      {sign}
    </button>
  );
  return (
    <div class="page explorer-page">
      <div class="page-head">
        <Heading title={st('explorer.title', { game: t(`title.${game}`) })} />
        <Link class="button" href={linkOf({ setup, from: null }, moves)}>
          {st('explorer.analyse')}
        </Link>
      </div>
      <Chips
        text={t('new.game')}
        hidden
        value={game}
        set={(wish) => navigate(`/explorer/${wish}`)}
        options={GAMES.map((g) => [g, t(`title.${g}`)] as const)}
      />
      <div class="explorer-grid">
        <div class="explorer-board">
          <div class="study-board-box">
            <BoardView
              board={board}
              onPlace={(point, red) => play(moveWord({ setup, moves }, moveAt(point, red)))}
              onIllegal={() => undefined}
              onCancel={() => undefined}
            />
            <Overlay
              board={board}
              marks={[]}
              spots={over || deep || found.old || barred !== null ? [] : spotsOf(found.answer, place)}
              ghosts={[]}
              ownership={[]}
              glyph=""
            />
          </div>
          <div class="row explorer-keys">
            {step(st('tool.first'), '«', 0)}
            {step(st('tool.back'), '‹', at - 1)}
            {step(st('tool.forward'), '›', at + 1)}
            {step(st('tool.last'), '»', line.length)}
            {!over && !deep && <SpecialMoves now={now} play={play} />}
          </div>
        </div>
        <div class="explorer-side">
          <p class="explorer-line" role="status">
            {at === 0 ? '' : <b>{moves.map(moveName).join(' ')} </b>}
            {status}
          </p>
          <section class="panel study-explorer" aria-label={st('tab.explorer')}>
            {barred === null ? (
              <Found setup={setup} {...found} moves={moves} play={play} />
            ) : (
              <p class="soft">{st('own.closed', { n: barred })}</p>
            )}
          </section>
          <details class="panel form" open={FILTERS.some((name) => filter[name] !== '')}>
            <summary>{st('explorer.filter')}</summary>
            <Filters filter={filter} set={setFilter} />
          </details>
          <details class="panel form">
            <summary>{st('explorer.board')}</summary>
            <SizeChips
              info={info}
              game={game}
              width={setup.width}
              height={setup.height}
              set={(width, height) => begin({ width, height })}
            />
            {info.playersMax > info.playersMin && (
              <Chips
                text={st('explorer.players')}
                value={String(setup.players)}
                set={(n) => begin({ players: Number(n) })}
                options={Array.from({ length: info.playersMax - info.playersMin + 1 }, (_, i) => {
                  const n = String(info.playersMin + i);
                  return [n, n] as const;
                })}
              />
            )}
            <OptionFields
              info={info}
              value={{
                swap: (setup.options & OPTION_SWAP) !== 0,
                jacked: (setup.options & OPTION_JACKED) !== 0,
              }}
              set={(wish) =>
                begin({
                  options:
                    (wish.swap ? OPTION_SWAP & info.options : 0) |
                    (wish.jacked ? OPTION_JACKED & info.options : 0),
                })
              }
            />
          </details>
          <p class="soft">{st('explorer.about')}</p>
        </div>
      </div>
    </div>
  );
}

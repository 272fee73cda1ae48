// Help in an unrated game against the engine: a good move, marked on the board, and why it is good. The engine that
// helps thinks longer than the opponent does.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { moveName, moveWord, snapshot } from '../games/position';
import type { Game } from '../games/position';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { rules } from '../wasm/loaded';
import { netPlays } from '../wasm/nets';
import type { Thought } from '../analysis/analyst';
import { Looker } from './look';
import { reasons } from './why';
import type { Compared } from './why';
import { ot, useWords } from './words';

/** The coach thinks for at least this many rounds, and for twice those of the opponent. */
const ROUNDS_LEAST = 2500;

/** The judgement of another move: as a candidate, or from the position after it. */
async function compare(
  looker: Looker,
  game: Game,
  thought: Thought,
  move: string,
  rounds: number,
): Promise<Compared | null> {
  const line = thought.lines.find((l) => l.move === move);
  if (line) return line;
  const after = { ...game, moves: [...game.moves, move] };
  const { state } = snapshot(after, after.moves.length);
  if (state.over) {
    const proven = state.winner === 0 ? 0 : state.winner === thought.side ? 1 : -1;
    return { move, winrate: (proven + 1) / 2, proven, exact: true };
  }
  const next = await looker.look(after, rounds);
  if (!next) return null;
  const same = next.side === thought.side;
  const proven = same ? next.proven : 0 - next.proven;
  return { move, winrate: same ? next.winrate : 1 - next.winrate, proven, exact: next.exact };
}

interface CoachProps {
  game: Game;
  /** The level of the opponent. */
  level: number;
  myTurn: boolean;
  /** Called with the move that a hint shows, so that the board marks it. */
  onHint: (word: string) => void;
}

export function Coach({ game, level, myTurn, onHint }: CoachProps): JSX.Element | null {
  const spoken = useWords();
  const held = useRef<Looker | null>(null);
  held.current ??= new Looker();
  const looker = held.current;
  const [state, setState] = useState<'idle' | 'looking' | 'failed'>('idle');
  const [thought, setThought] = useState<Thought | null>(null);
  const [why, setWhy] = useState(false);
  const key = game.moves.join(' ');
  const now = useRef(key);
  now.current = key;
  const { ladder, playouts } = GAME_PAGES[game.setup.game];
  const nodes = (netPlays(rules(), game.setup) ? ladder.nodes : playouts)[level - 1] ?? 0;
  const rounds = Math.max(ROUNDS_LEAST, 2 * nodes);
  useEffect(() => () => looker.end(), []);
  // The findings of one position do not hold in the next.
  useEffect(() => {
    looker.stop();
    setThought(null);
    setWhy(false);
    setState('idle');
  }, [key]);
  const show = async (): Promise<void> => {
    setState('looking');
    const found = await looker.look(game, rounds);
    if (now.current !== key) return;
    const best = found?.lines[0];
    setState(best ? 'idle' : 'failed');
    if (!found || !best) return;
    setThought(found);
    onHint(best.move);
  };
  if (!spoken) return null;
  const best = thought?.lines[0];
  return (
    <section class="coach" aria-label={ot('hint.title')}>
      <div class="row">
        <button type="button" disabled={!myTurn || state === 'looking'} onClick={() => void show()}>
          {ot('hint.show')}
        </button>
        <button type="button" disabled={!best} aria-expanded={why} onClick={() => setWhy(!why)}>
          {ot('hint.why')}
        </button>
        <span class="soft" role="status">
          {state === 'looking' && ot('hint.looking')}
          {state === 'failed' && ot('hint.failed')}
          {best && ot('hint.move', { move: moveName(best.move) })}
        </span>
      </div>
      {why && thought && <Why key={key} game={game} thought={thought} looker={looker} rounds={rounds} />}
    </section>
  );
}

interface WhyProps {
  game: Game;
  thought: Thought;
  looker: Looker;
  rounds: number;
}

/** The reasons, beside the second best move or the one that the person has in mind. */
function Why({ game, thought, looker, rounds }: WhyProps): JSX.Element {
  const best = thought.lines[0]?.move ?? '';
  const others = useMemo(() => {
    const words = snapshot(game, game.moves.length).legal.map((move) => moveWord(game, move));
    const found = thought.lines.map((l) => l.move);
    return [...new Set([...found, ...words.sort()])].filter((word) => word !== best);
  }, [thought]);
  const [move, setMove] = useState(others[0] ?? '');
  const [other, setOther] = useState<Compared | null>(null);
  useEffect(() => {
    let left = false;
    setOther(null);
    if (move !== '')
      void compare(looker, game, thought, move, rounds).then((found) => {
        if (!left) setOther(found);
      });
    return () => {
      left = true;
    };
  }, [move]);
  return (
    <div class="panel notice why">
      <ul>
        {reasons(thought, other, moveName).map((r) => (
          <li key={r.key}>{ot(r.key, r.values)}</li>
        ))}
      </ul>
      {others.length > 0 && (
        <label>
          {ot('why.compare')}{' '}
          <select value={move} onChange={(e) => setMove(e.currentTarget.value)}>
            {others.map((word) => (
              <option key={word} value={word}>
                {moveName(word)}
              </option>
            ))}
          </select>
          {other === null && <span class="soft"> {t('status.loading')}</span>}
        </label>
      )}
    </div>
  );
}

// Why a move: what it does, as the rules say it. A worker finds it out when somebody asks.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { moveName, sideName, snapshot } from '../games/position';
import type { Game } from '../games/position';
import { reasonText } from '../games/reasons';
import { rt, useReasonWords } from '../games/reasonwords';
import { whyOf } from './prover';

/** What each of these moves does after the game's moves; null until it is known, and for more than two players. */
export function useWhy(game: Game, moves: readonly string[]): readonly string[] | null {
  const spoken = useReasonWords();
  const [said, setSaid] = useState<{ key: string; texts: string[] } | null>(null);
  const key = JSON.stringify([game.setup, game.from ?? null, game.moves, moves]);
  const { game: name, players } = game.setup;
  useEffect(() => {
    if (!spoken || moves.length === 0 || players !== 2) return;
    let left = false;
    const { side } = snapshot(game, game.moves.length).state;
    void whyOf(game, moves).then((found) => {
      if (!left && found) setSaid({ key, texts: found.map((reasons) => reasonText(name, side, reasons)) });
    });
    return () => {
      left = true;
    };
  }, [key, spoken]);
  return said?.key === key ? said.texts : null;
}

/** "b4: takes 3 stones; threatens to win with c5." */
export function Why({ game, move }: { game: Game; move: string }): JSX.Element | null {
  const [words] = useWhy(game, [move]) ?? [];
  return words === undefined ? null : <>{rt('why.of', { move: moveName(move), words })}</>;
}

/** "White answers b4: takes 3 stones." */
export function WhyReply({ game, move }: { game: Game; move: string }): JSX.Element | null {
  const [words] = useWhy(game, [move]) ?? [];
  if (words === undefined) return null;
  const side = sideName(game.setup.game, snapshot(game, game.moves.length).state.side);
  return <>{rt('why.reply', { side, move: moveName(move), words })}</>;
}

/** A list of moves after the same position, with what each does; closed at first. */
export function WhyList({ game, moves }: { game: Game; moves: readonly string[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const spoken = useReasonWords();
  const texts = useWhy(game, open ? moves : []);
  if (!spoken || moves.length === 0) return null;
  return (
    <details class="why" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{rt('why.show')}</summary>
      {open && texts && (
        <ul aria-label={rt('why.title')}>
          {moves.map((word, i) => (
            <li key={word}>{rt('why.of', { move: moveName(word), words: texts[i] ?? '' })}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

// A figure to play with: both sides may place, legal points are marked, and a refused point shows the
// reason.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { pointName } from '../board/state';
import { t } from '../i18n';
import { MOVE_SWAP } from '../wasm/wasm';
import { BoardView } from './boardview';
import type { RuleFigure } from '../games/figure';
import { boardOf, explain, moveAt, moveWord, sideName, snapshot, wordMove, pointOf } from '../games/position';
import { RefusalPanel } from './refusal';
import type { Refusal } from './refusal';
import { SpecialMoves } from './specialmoves';

export function Trial({ figure }: { figure: RuleFigure }): JSX.Element {
  const [moves, setMoves] = useState(figure.moves);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const game = useMemo(() => ({ ...figure, moves }), [figure, moves]);
  const now = useMemo(() => snapshot(game, moves.length), [game]);
  const { game: name, width } = figure.setup;
  const tried = wordMove(figure, figure.tried);
  const point = tried === MOVE_SWAP ? null : pointOf(tried);
  const caption = t(`figure.${figure.caption}`, { point: point === null ? '' : pointName(point, width) });
  const status = now.state.over
    ? now.state.winner > 0
      ? t('result.wins', { side: sideName(name, now.state.winner) })
      : t('result.draw')
    : t('table.turn', { side: sideName(name, now.state.side) });

  const board = useMemo(() => {
    const shown = {
      interactive: !now.state.over,
      coordinates: true,
      owner: true,
      water: figure.show === 'water',
      claims: figure.show === 'claims',
      turn: 0,
    } as const;
    const drawn = boardOf(game, now, shown, status);
    return {
      ...drawn,
      title: t('figure.label', { text: drawn.title }),
      cursor: point ?? drawn.cursor,
      refused: refusal?.point ?? null,
      proof: refusal?.proof ?? [],
    };
  }, [game, now, refusal, status]);

  const play = (word: string): void => {
    setRefusal(null);
    setMoves([...moves, word]);
  };
  const refuse = (at: number): void => {
    const why = explain(game, moves.length, moveAt(at, false));
    setRefusal({
      point: at,
      proof: why.points,
      rule: why.rule,
      text: why.text,
      alternative: why.alternative,
    });
  };
  const played = moves.length > figure.moves.length;
  return (
    <figure class="trial">
      <BoardView
        board={board}
        onPlace={(at, red) => play(moveWord(game, moveAt(at, red)))}
        onIllegal={refuse}
        onCancel={() => setRefusal(null)}
      />
      <figcaption>{caption}</figcaption>
      <div class="row">
        <span class="soft" role="status">
          {status}
        </span>
        <SpecialMoves now={now} play={play} />
        {(played || refusal !== null) && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setRefusal(null);
              setMoves(figure.moves);
            }}
          >
            {t('figure.again')}
          </button>
        )}
      </div>
      {refusal && <RefusalPanel refusal={refusal} game={game} onPlay={play} />}
    </figure>
  );
}

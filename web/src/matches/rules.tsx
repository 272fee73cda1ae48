// The rules of a game in our own words, a figure to play with for each, the credit, and a board to
// try them on.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { rulesText, t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { rules } from '../wasm/loaded';
import { GAME_PAGES } from '../games';
import { FIGURES } from '../games/explain';
import { Heading } from '../parts/heading';
import { Outcome } from '../parts/outcome';
import { Link } from '../core/router';
import { GameView } from './gameview';
import { sampleGame } from '../games/samples';
import { Trial } from '../parts/trial';

export function RulesPage({ game }: { game: GameName }): JSX.Element {
  const info = rules().info(game);
  const text = rulesText(game);
  const title = t(`title.${game}`);
  const sample = sampleGame(game);
  const [moves, setMoves] = useState(() => sample.moves.slice(0, sample.pause));
  const tried = { setup: sample.setup, moves };
  const seats = [1, 2].map((seat) => ({
    seat,
    name: t('seat.local', { n: seat }),
    you: false,
    thinking: false,
  }));
  return (
    <div class="page rules">
      <nav class="row tabs" aria-label={t('rules.choose')}>
        {GAMES.map((g) => (
          <Link key={g} class="tab" href={`/rules/${g}`} current={g === game}>
            {t(`title.${g}`)}
          </Link>
        ))}
      </nav>
      <Heading title={t('rules.title', { title })} />
      <p class="soft">
        {t('rules.credit', { title, designer: info.designer, year: info.year })} {t('rules.own')}
        {GAME_PAGES[game].note && ` ${t(GAME_PAGES[game].note)}`}
      </p>
      <p class="goal">{text.goal}</p>
      <div class="lessons">
        {text.paragraphs.map((p) => (
          <section key={p.rule} class="panel lesson">
            <div>
              <h2>
                {p.heading} <span class="rule">{p.rule}</span>
              </h2>
              <p>{p.text}</p>
            </div>
            {FIGURES[game]
              .filter((f) => f.rule === p.rule)
              .map((f) => (
                <Trial key={f.caption} figure={f} />
              ))}
          </section>
        ))}
      </div>
      <div class="row">
        <Link class="button" href={`/new/${game}`}>
          {t('rules.play', { title })}
        </Link>
      </div>
      <section>
        <h2>{t('rules.try')}</h2>
        <p class="soft">{t('rules.try.text')}</p>
        <GameView
          game={tried}
          seats={seats}
          mayPlay={() => true}
          onPlay={(word) => setMoves([...moves, word])}
          outcome={(s, quarter) => <Outcome quarter={quarter} game={game} now={s} mine={[]} players={2} />}
          actions={
            <div class="row">
              <button
                type="button"
                onClick={() => setMoves(moves.slice(0, -1))}
                disabled={moves.length === 0}
              >
                {t('local.undo')}
              </button>
              <button type="button" onClick={() => setMoves([])}>
                {t('rules.again')}
              </button>
            </div>
          }
        />
      </section>
    </div>
  );
}

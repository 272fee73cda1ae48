// The page of a match on the server: players, spectators, and those who are invited.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { GAME_PAGES } from '../games';
import { plural, t } from '../i18n';
import { noteMatch } from '../opponents/done';
import { FirstGoal } from '../opponents/goal';
import { opponentPath } from '../parts/name';
import { isFirst, noteHelped, results, wasHelped } from '../core/engineresults';
import { Chat } from './chat';
import { clockText } from '../core/clock';
import { useEngineQueue } from './enginequeue';
import { useStore } from '../core/env';
import { online } from '../core/events';
import { moveName, pointOf, wordMove } from '../games/position';
import { BoardGuard } from '../parts/guard';
import { Heading } from '../parts/heading';
import { Held } from './held';
import { lazy } from '../parts/lazy';
import { seatName } from '../parts/list';
import { LoadingPage } from '../parts/loading';
import { Actions, ClaimPanel, OfferPanel, Rematch } from './matchactions';
import { setupOf } from '../core/matchsetup';
import { Waiting } from './matchwait';
import type { MatchParts } from './matchwait';
import { createMatch, me, sentence, signedOut } from '../core/net';
import type { Match } from '../core/net';
import { NotePanel } from '../parts/note';
import { Outcome, outcomeText } from '../parts/outcome';
import { ratingText, stakesText } from '../parts/rating';
import { usePairing } from '../tournaments/paired';
import { account } from '../core/people';
import { Link, navigate } from '../core/router';
import { GameView } from './gameview';
import { TimeLeft } from '../parts/timeleft';
import { nextWaiting } from './urgency';
import { useMatch } from './usematch';
import { goNext, waiting } from './waiting';

const AnnulForm = lazy(() => import('../parts/annulled').then((m) => m.AnnulForm));
const PushOffer = lazy(() => import('../notifications/pushoffer').then((m) => m.PushOffer));
const Coach = lazy(() => import('../opponents/coach').then((m) => m.Coach), true);
const AfterGame = lazy(() => import('../opponents/after').then((m) => m.AfterGame), true);
const Spectators = lazy(() => import('./spectators').then((m) => m.SpectatorsPanel), true);
const PresencePanel = lazy(() => import('./presence').then((m) => m.PresencePanel), true);
const SeatPresence = lazy(() => import('./presence').then((m) => m.SeatPresence), true);
const GivenNotice = lazy(() => import('./livetime').then((m) => m.GivenNotice), true);
const BerserkMark = lazy(() => import('./livetime').then((m) => m.BerserkMark), true);
const Conditional = lazy(() => import('./conditional').then((m) => m.Conditional));

/** Within this time after a move of the other side a planned answer is here. */
const ANSWER_MS = 300;

export function MatchPage({ id, invite }: { id: number; invite: string | null }): JSX.Element {
  const live = useMatch(id, invite);
  const { match, error } = live;
  if (!match) {
    if (error) return <Missing text={error} />;
    return <LoadingPage />;
  }
  return <MatchTable match={match} live={live} invite={invite} />;
}

/** Instead of a match that does not exist, or not for us. */
function Missing({ text }: { text: string }): JSX.Element {
  return (
    <div class="page">
      <div role="alert">
        <Heading title={text} />
      </div>
      <p>
        <Link href="/">{t('error.home')}</Link>
      </p>
    </div>
  );
}

/** The level of the engine in a match of one person against it, for that person; null: another match. */
function duelOf(m: Match): number | null {
  if (m.seats.length !== 2 || m.you.length !== 1) return null;
  return m.seats.find((s) => s.level !== null)?.level ?? null;
}

/** Whether we play it against people: the page then says who is there. */
function isAttended(m: Match): boolean {
  return (
    m.state === 'running' &&
    m.you.length > 0 &&
    m.seats.some((s) => s.kind !== 'bot' && !m.you.includes(s.seat))
  );
}

function MatchTable({ match: m, live, invite }: MatchParts): JSX.Element {
  const { sending, error } = live;
  // The same object as long as it is the same match: a half-made choice on the board survives news.
  const setup = useMemo(() => setupOf(m), [m.id]);
  const words = m.moves.map((p) => p.move);
  const moves = sending === null ? words : [...words, sending.word];
  const title = t(`title.${m.game}`);
  const heading = t('match.title', { title, id: m.id });
  const clock = m.clock ?? null;
  const player = useStore(me);
  const known = useStore(account);
  const queue = useEngineQueue(m, invite);
  const connected = useStore(online);
  const ended = useStore(signedOut);
  const [planning, setPlanning] = useState(false);
  const [planEnded, setPlanEnded] = useState('');
  const [moved, setMoved] = useState(false);
  const away =
    m.state === 'running' && clock?.pace !== 'live' && m.turn !== null && !m.you.includes(m.turn.seat);
  const ownTurn = m.turn !== null && m.you.includes(m.turn.seat);
  // A plan is for the other side's turn: when they have moved, it is over. A planned answer comes at once with their
  // move, and the plan goes on.
  useEffect(() => {
    if (!planning || (m.state === 'running' && !ownTurn)) return;
    const timer = setTimeout(() => {
      setPlanning(false);
      const last = m.moves.at(-1);
      const seat = m.seats[(last?.seat ?? 1) - 1];
      if (seat && last && m.state === 'running')
        setPlanEnded(t('cond.moved', { name: seatName(seat), move: moveName(last.move) }));
    }, ANSWER_MS);
    return () => clearTimeout(timer);
  }, [planning, ownTurn, m.state, m.ply]);
  useEffect(() => {
    if (!ownTurn) setPlanEnded('');
  }, [ownTurn]);
  const next = nextWaiting(useStore(waiting), m.id);
  const mine = (seat: number): boolean => m.you.includes(seat);
  const attended = isAttended(m);
  const seats = m.seats.map((s) => ({
    seat: s.seat,
    name: seatName(s),
    ...(s.player !== null && s.level === null ? { href: `/p/${encodeURIComponent(s.player.name)}` } : {}),
    ...(s.level === null ? {} : { level: s.level, href: opponentPath(s.level) }),
    you: mine(s.seat),
    thinking: s.kind === 'bot',
    waits: s.kind === 'bot' ? queue : '',
    rating: s.rating ?? null,
    presence: (
      <>
        {clock?.seats[s.seat - 1]?.berserk === true && <BerserkMark />}
        {attended && s.kind !== 'bot' && !mine(s.seat) && <SeatPresence match={m.id} seat={s.seat} />}
      </>
    ),
    extra: clock && s.player !== null && (
      <TimeLeft clock={clock} seat={s.seat} label={seatName(s)} own={mine(s.seat)} />
    ),
  }));
  const duel = duelOf(m);
  const [hint, setHint] = useState<{ ply: number; point: number | null } | null>(null);
  const isNew = isFirst(useStore(results), m.game);
  const coached = duel !== null && !m.rated && m.tournament == null && m.state === 'running' && !m.delayed;
  const helpId = `m${m.id}`;
  const shown = useRef(m.ply);
  useEffect(() => {
    if (m.ply < shown.current) noteHelped(helpId); // moves were taken back
    shown.current = m.ply;
    if (m.state === 'finished') noteMatch(m, wasHelped(helpId));
  }, [m.ply, m.state]);
  const winner = m.result?.winner_seat ?? 0;
  const score = winner === 0 ? 0.5 : m.you.includes(winner) ? 1 : 0;
  const against = (level: number): void => {
    const { game, width, height, options } = m;
    const own = m.you[0] === 1;
    createMatch({
      game,
      width,
      height,
      options,
      seats: own ? ['me', { bot: level }] : [{ bot: level }, 'me'],
    }).then(
      (next) => navigate(`/m/${next.id}`),
      (e: unknown) => setProblem(sentence(e)),
    );
  };
  const [problem, setProblem] = useState('');
  // Also while it runs: the next pairing can come before the page has drawn the end of this match.
  usePairing(m.you.length > 0 ? (m.tournament?.id ?? null) : null);
  return (
    <div class="match-page">
      <div class="match-head">
        <Heading class="match-title" title={heading}>
          {heading}
          <span class="soft">
            {` · ${t('lobby.size', { width: m.width, height: m.height })}`}
            {optionsText(m).map((text) => ` · ${text}`)}
            {m.private && ` · ${t('match.private')}`}
            {m.exhibition && ` · ${t('match.exhibition')}`}
            {m.rated && ` · ${ratedText(m)}`}
            {clock && ` · ${clockText(clock)}`}
            {m.state === 'running' && m.stakes != null && ` · ${stakesText(m.stakes)}`}
            {m.watchers > 0 && ` · ${plural('match.watching', m.watchers)}`}
          </span>
        </Heading>
        {duel !== null && isNew && m.state === 'running' && <FirstGoal game={m.game} />}
        {m.tournament && (
          <Link class="title-link" href={`/t/${m.tournament.id}`}>
            {m.tournament.round > 0 ? t('match.tournament', { n: m.tournament.round }) : t('match.arena')}
          </Link>
        )}
        {m.simul != null && (
          <Link class="title-link" href={`/simuls/${m.simul}`}>
            {t('match.simul')}
          </Link>
        )}
        {next !== null && (
          <button type="button" class="title-link" aria-keyshortcuts="n" onClick={goNext}>
            {t('nav.next')}
          </button>
        )}
      </div>
      {planning && m.state === 'running' ? (
        <Conditional match={m} setup={setup} onClose={() => setPlanning(false)} />
      ) : (
        <BoardGuard of={moves.join(' ')}>
          <GameView
            game={{ setup, moves }}
            seats={seats}
            over={m.state !== 'running'}
            mayPlay={(_, seat) => sending === null && mine(seat)}
            onPlay={(word) => {
              setMoved(true);
              live.play(word);
            }}
            premoves={
              clock?.pace === 'live' && m.state === 'running' && m.you.length === 1 && m.you[0] !== undefined
                ? { seat: m.you[0], turn: ownTurn && sending === null }
                : null
            }
            marks={hint?.ply === m.ply && hint.point !== null ? [hint.point] : []}
            notice={
              <>
                {error && (
                  <p class="panel refusal" role="alert">
                    {error}{' '}
                    <button type="button" class="plain" onClick={live.clearError}>
                      {t('error.dismiss')}
                    </button>
                  </p>
                )}
                {planEnded !== '' && (
                  <p class="panel notice" role="status">
                    {planEnded}
                  </p>
                )}
                {sending !== null && (ended || !connected) && (
                  <p class="panel notice" role="status">
                    {t(ended ? 'match.unsent.signedout' : 'match.unsent', { move: moveName(sending.word) })}
                  </p>
                )}
                {moved && away && sending === null && player?.kind === 'member' && <PushOffer />}
                {m.state === 'open' && <Waiting match={m} live={live} invite={invite} />}
                <Held match={m} />
                {m.state === 'running' && <OfferPanel match={m} live={live} />}
                {m.state === 'running' && <ClaimPanel match={m} live={live} />}
                {m.given != null && <GivenNotice match={m} />}
                {attended && <PresencePanel match={m} live={live} />}
                {clock?.paused && <p class="panel notice">{t('clock.paused')}</p>}
                {coached && (
                  <Coach
                    game={{ setup, moves: words }}
                    level={duel}
                    myTurn={sending === null && m.turn !== null && mine(m.turn.seat)}
                    onHint={(word) => {
                      noteHelped(helpId);
                      setHint({ ply: m.ply, point: pointOf(wordMove({ setup, moves: words }, word)) });
                    }}
                  />
                )}
                {m.delayed && <p class="panel notice">{t('match.delayed')}</p>}
                {m.state === 'running' && m.you.length === 0 && <p class="soft">{t('match.spectator')}</p>}
              </>
            }
            clock={clock}
            ended={(s) => {
              const ended = { game: m.game, result: m.result, mine: m.you, players: m.seats.length };
              return m.result ? outcomeText({ ...ended, now: s, quarter: 0 }) : '';
            }}
            outcome={(s, quarter) =>
              // The last move is shown at once, the result when the server has it.
              m.result && (
                <Outcome
                  game={m.game}
                  now={s}
                  result={m.result}
                  mine={m.you}
                  players={m.seats.length}
                  quarter={quarter}
                  rating={ownChange(m)}
                  jacked={m.options.jacked === true}
                >
                  <RatingChanges match={m} />
                  {m.ratings && known && known.role !== 'player' && <AnnulForm match={m.id} />}
                  {m.moves.length > 0 && (
                    <div class="row">
                      <Link class="button" href={`/analysis?match=${m.id}&review=1`}>
                        {t('match.review')}
                      </Link>
                      <Link href={`/analysis?match=${m.id}`}>{t('match.analyse')}</Link>
                    </div>
                  )}
                  {m.you.length > 0 && m.tournament == null && <Rematch match={m} />}
                  {duel !== null && m.state === 'finished' && m.tournament == null && (
                    <AfterGame game={m.game} level={duel} score={score} play={against} />
                  )}
                  {problem && <p role="alert">{problem}</p>}
                  {m.you.length > 0 && next !== null && (
                    <p>
                      <button type="button" aria-keyshortcuts="n" onClick={goNext}>
                        {t('nav.next')}
                      </button>
                    </p>
                  )}
                </Outcome>
              )
            }
            actions={<Actions match={m} live={live} invite={invite} onPlan={() => setPlanning(true)} />}
            below={
              <>
                <Chat match={m} live={live} />
                {m.state !== 'open' && <Spectators match={m} invite={invite} />}
                {player && <NotePanel about={{ match: m.id }} />}
              </>
            }
          />
        </BoardGuard>
      )}
    </div>
  );
}

/** How its rules differ from those that its game has by itself. */
function optionsText(m: Match): string[] {
  return [
    ...(m.options.swap === false && GAME_PAGES[m.game].pie ? [t('match.swap.no')] : []),
    ...(m.options.jacked === true ? [t('match.jacked')] : []),
  ];
}

/** That the match is rated, and as long as it is too short, from when on. */
function ratedText(m: Match): string {
  const from = m.rated_from ?? 0;
  return m.state !== 'finished' && m.ply < from ? t('match.rated.from', { ply: from }) : t('match.rated');
}

/** The change of the viewer's rating; null if the match is not rated or they did not play. */
function ownChange(m: Match): number | null {
  const own = m.ratings?.find((r) => m.you.includes(r.seat));
  return own ? Math.round(own.after) - Math.round(own.before) : null;
}

/** The changes of the ratings through the match. */
function RatingChanges({ match: m }: { match: Match }): JSX.Element | null {
  if (m.annulled) return <p>{t('match.annulled', { reason: m.annulled.reason })}</p>;
  if (!m.ratings) {
    const early = m.state === 'finished' && m.result?.reason !== 'rules' && m.ply < (m.rated_from ?? 0);
    return early ? <p>{t('match.unrated', { ply: m.rated_from ?? 0 })}</p> : null;
  }
  return (
    <ul class="scores">
      {m.ratings.map((r) => {
        const seat = m.seats[r.seat - 1];
        const before = Math.round(r.before);
        // A swing of a rating that is not settled yet says so.
        const points = Math.round(r.after);
        const after = ratingText({ points, provisional: seat?.rating?.provisional === true });
        return <li key={r.seat}>{t('match.rating', { name: seat ? seatName(seat) : '', before, after })}</li>;
      })}
    </ul>
  );
}

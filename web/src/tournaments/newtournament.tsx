// The form for a new tournament. A tournament then starts, pairs and ends by itself.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { FIRST_GAME } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { useAsked } from '../core/asked';
import { DAY, isLive } from '../core/clock';
import { ARENA_CLOCK, ArenaClocks, ClockFields } from '../parts/clockform';
import { TOURNAMENT_KINDS } from './tournamenttypes';
import type { Tournament, TournamentKind } from './tournamenttypes';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { Area, Check, Choice, Field, Form } from '../parts/form';
import { BoardFields, GameChoice, OptionFields, defaultOptions, knownOptions } from '../parts/gamefields';
import { Heading } from '../parts/heading';
import { me, post } from '../core/net';
import type { ClockWish } from '../core/net';
import { navigate } from '../core/router';
import { MembersOnly } from '../people/sign';
import { isMember } from '../core/teamdata';
import type { TeamHead } from '../core/teamdata';

/** A field of a day and an hour as milliseconds; empty: none. */
function momentOf(typed: string): number | undefined {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? undefined : at;
}

/** The most players of a kind that the form offers at first. */
const MOST = { roundrobin: '16', swiss: '16', ladder: '16', arena: '500' };

/** A time this many minutes from now, in the format of the field. */
function typedIn(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000);
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
  return at.toISOString().slice(0, 16);
}

export function NewTournamentPage({ team: first }: { team: string }): JSX.Element {
  const player = useStore(me);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<TournamentKind>('swiss');
  const [game, setGame] = useState<GameName>(FIRST_GAME);
  const info = rules().info(game);
  const [size, setSize] = useState({ width: info.sizeDefault, height: info.sizeDefault });
  const [options, setOptions] = useState(() => defaultOptions(info));
  const [rated, setRated] = useState(true);
  const [clock, setClock] = useState<ClockWish | null>({ kind: 'days', move_ms: 3 * DAY });
  const [rounds, setRounds] = useState('5');
  const [least, setLeast] = useState('2');
  const [most, setMost] = useState('16');
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const [steps, setSteps] = useState('3');
  const [grace, setGrace] = useState('60');
  const [pause, setPause] = useState('15');
  const [minutes, setMinutes] = useState('60');
  const arena = kind === 'arena';
  const live = !arena && clock !== null && isLive(clock);
  const [text, setText] = useState('');
  const member = player?.kind === 'member';
  const teams = useAsked<{ teams: TeamHead[] }>(member ? '/teams?mine=1&limit=50' : null).value?.teams ?? [];
  const own = teams.filter(isMember);
  const [team, setTeam] = useState(first);
  if (!member) return <MembersOnly title={t('tour.new')} />;

  const chooseGame = (wish: GameName): void => {
    const next = rules().info(wish);
    setGame(wish);
    setSize({ width: next.sizeDefault, height: next.sizeDefault });
    setOptions(defaultOptions(next));
  };
  const submit = async (): Promise<void> => {
    const startsAt = momentOf(starts);
    const endsAt = momentOf(ends);
    const made = await post<Tournament>('/tournaments', {
      name,
      kind,
      game,
      ...size,
      options: knownOptions(info, options),
      rated,
      clock,
      players_max: Number(most),
      ...(arena ? { minutes: Number(minutes) } : { players_min: Number(least) }),
      ...(kind === 'ladder' ? { steps: Number(steps) } : {}),
      ...(kind === 'swiss' || kind === 'roundrobin' ? { rounds: Number(rounds) } : {}),
      ...(live ? { grace_s: Number(grace) } : {}),
      ...(live && kind !== 'ladder' ? { pause_s: Number(pause) } : {}),
      ...(startsAt === undefined ? {} : { starts_at: startsAt }),
      ...(kind === 'ladder' && endsAt !== undefined ? { ends_at: endsAt } : {}),
      ...(text === '' ? {} : { text }),
      ...(own.some((o) => String(o.id) === team) ? { team: Number(team) } : {}),
    });
    navigate(`/t/${made.id}`);
  };
  const many = (wish: TournamentKind): void => {
    setKind(wish);
    setRounds(wish === 'roundrobin' ? '1' : '5');
    if ((wish === 'arena') === arena) return;
    setMost(MOST[wish]);
    setClock(wish === 'arena' ? ARENA_CLOCK : { kind: 'days', move_ms: 3 * DAY });
    setStarts(wish === 'arena' ? typedIn(15) : '');
  };
  return (
    <div class="page narrow">
      <Heading title={t('tour.new')} />
      <div class="panel">
        <Form onSubmit={submit} action={t('tour.create')}>
          <Field text={t('tour.name')} value={name} set={setName} required maxLength={60} />
          <Choice
            text={t('tour.kind')}
            value={kind}
            set={many}
            options={TOURNAMENT_KINDS.map((k) => [k, t(`tour.kind.${k}`)] as const)}
          />
          {arena && <p class="soft">{t('arena.text')}</p>}
          {own.length > 0 && (
            <Choice
              text={t('tour.team.who')}
              value={team}
              set={setTeam}
              options={[['', t('tour.team.all')], ...own.map((o) => [String(o.id), o.name] as const)]}
            />
          )}
          <GameChoice value={game} set={chooseGame} />
          <BoardFields info={info} {...size} set={(width, height) => setSize({ width, height })} />
          <OptionFields info={info} value={options} set={setOptions} />
          {arena ? (
            <ArenaClocks value={clock} set={setClock} />
          ) : (
            <ClockFields value={clock} set={setClock} needed />
          )}
          <Check on={rated} set={setRated} text={t('new.rated')} />
          <div class="fields">
            {arena && (
              <Field
                text={t('arena.minutes')}
                type="number"
                min={5}
                max={360}
                value={minutes}
                set={setMinutes}
                required
              />
            )}
            {kind === 'ladder' && (
              <Field
                text={t('tour.steps')}
                type="number"
                min={1}
                max={20}
                value={steps}
                set={setSteps}
                required
              />
            )}
            {(kind === 'swiss' || kind === 'roundrobin') && (
              <Field
                text={t(kind === 'swiss' ? 'tour.rounds' : 'tour.games')}
                type="number"
                min={1}
                max={kind === 'swiss' ? 20 : 2}
                value={rounds}
                set={setRounds}
                required
              />
            )}
            {!arena && (
              <Field text={t('tour.min')} type="number" min={2} value={least} set={setLeast} required />
            )}
            <Field text={t('tour.max')} type="number" min={2} value={most} set={setMost} required />
            {live && (
              <Field
                text={t('tour.grace')}
                type="number"
                min={0}
                max={600}
                value={grace}
                set={setGrace}
                required
              />
            )}
            {live && kind !== 'ladder' && (
              <Field
                text={t('tour.pause')}
                type="number"
                min={0}
                max={3600}
                value={pause}
                set={setPause}
                required
              />
            )}
          </div>
          {live && <p class="soft">{t('tour.grace.text')}</p>}
          <Field
            text={t(arena ? 'arena.starts' : 'tour.starts')}
            type="datetime-local"
            value={starts}
            set={setStarts}
            required={arena}
          />
          {kind === 'ladder' && (
            <Field text={t('tour.ends')} type="datetime-local" value={ends} set={setEnds} />
          )}
          <Area text={t('tour.text')} value={text} set={setText} maxLength={1000} />
        </Form>
      </div>
    </div>
  );
}

// The archive: matches by game, player, size, result and date, and by their opening, which the visitor
// plays on a board. The address holds the search, so it can be sent to others.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { FIRST_GAME, GAMES, OPTION_JACKED, OPTION_SWAP, isGame } from '../wasm/wasm';
import type { GameName, Setup } from '../wasm/wasm';
import { archiveQuery, engineQuery } from './archivequery';
import { EngineGames } from './enginegames';
import { rules } from '../wasm/loaded';
import { Check, Choice, Field } from '../parts/form';
import { BoardFields, OptionFields, defaultOptions } from '../parts/gamefields';
import type { Options } from '../parts/gamefields';
import { Heading } from '../parts/heading';
import { MatchList } from '../parts/list';
import { MovePicker } from '../parts/movepicker';
import { Link, navigate } from '../core/router';

const OPENING_MAX = 8;
const RESULTS = ['seat1', 'seat2', 'draw'] as const;
const REASONS = ['rules', 'resign', 'draw', 'time', 'left'] as const;
export function ArchivePage({ query }: { query: URLSearchParams }): JSX.Element {
  const [player, setPlayer] = useState(query.get('player') ?? '');
  const named = query.get('game') ?? '';
  const [game, setGame] = useState<GameName | ''>(isGame(named) ? named : '');
  const [size, setSize] = useState(query.get('size') ?? '');
  const [result, setResult] = useState<string>(query.get('result') ?? '');
  const [reason, setReason] = useState<string>(query.get('reason') ?? '');
  const [rated, setRated] = useState(query.get('rated') === '1');
  const [from, setFrom] = useState(query.get('from') ?? '');
  const [to, setTo] = useState(query.get('to') ?? '');
  const [opening, setOpening] = useState(() => (query.get('opening') ?? '').split(',').filter(Boolean));
  const [options, setOptions] = useState<Options>(() => {
    const base = defaultOptions(rules().info(isGame(named) ? named : FIRST_GAME));
    const flag = (key: keyof Options): boolean => (query.has(key) ? query.get(key) === '1' : base[key]);
    return { swap: flag('swap'), jacked: flag('jacked') };
  });

  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const next = new URLSearchParams();
    const put = (key: string, value: string): void => {
      if (value !== '') next.set(key, value);
    };
    put('player', player.trim());
    put('game', game);
    put('size', size);
    put('result', result);
    put('reason', reason);
    put('rated', rated ? '1' : '');
    put('from', from);
    put('to', to);
    if (game !== '' && opening.length > 0) {
      const info = rules().info(game);
      put('opening', opening.join(','));
      if (info.options & OPTION_SWAP) put('swap', options.swap ? '1' : '0');
      if (info.options & OPTION_JACKED) put('jacked', options.jacked ? '1' : '0');
    }
    navigate(`/archive?${next.toString()}`);
  };
  const chooseGame = (wish: GameName | ''): void => {
    setGame(wish);
    setSize('');
    setOpening([]);
    if (wish !== '') setOptions(defaultOptions(rules().info(wish)));
  };
  const asked = archiveQuery(query);
  const ofEngine = engineQuery(asked);
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('archive.title')} />
        <Link class="button" href={`/explorer/${game === '' ? FIRST_GAME : game}`}>
          {t('nav.explorer')}
        </Link>
      </div>
      <form class="panel form" role="search" onSubmit={search}>
        <div class="fields">
          <Field text={t('archive.player')} type="search" value={player} set={setPlayer} />
          <Choice
            text={t('new.game')}
            value={game}
            set={chooseGame}
            options={[['', t('lobby.all')], ...GAMES.map((g) => [g, t(`title.${g}`)] as const)]}
          />
          <Choice
            text={t('archive.result')}
            value={result}
            set={setResult}
            options={[['', t('archive.any')], ...RESULTS.map((r) => [r, t(`archive.result.${r}`)] as const)]}
          />
          <Choice
            text={t('archive.reason')}
            value={reason}
            set={setReason}
            options={[['', t('archive.any')], ...REASONS.map((r) => [r, t(`archive.reason.${r}`)] as const)]}
          />
          <Field text={t('archive.since')} type="date" value={from} set={setFrom} />
          <Field text={t('archive.until')} type="date" value={to} set={setTo} />
          <Check on={rated} set={setRated} text={t('archive.rated')} />
        </div>
        {game !== '' && (
          <OpeningFields
            game={game}
            size={size}
            setSize={(wish) => {
              setSize(wish);
              setOpening([]);
            }}
            options={options}
            setOptions={(wish) => {
              setOptions(wish);
              setOpening([]);
            }}
            opening={opening}
            setOpening={setOpening}
          />
        )}
        <div class="row">
          <button type="submit" class="go">
            {t('archive.search')}
          </button>
        </div>
      </form>
      <section class="panel">
        <h2>{t('archive.found')}</h2>
        <MatchList boards query={asked || 'state=finished'} topic={null} action={t('lobby.look')}>
          {t('archive.none')}
        </MatchList>
      </section>
      {ofEngine !== null && <EngineGames query={ofEngine} />}
    </div>
  );
}

interface OpeningProps {
  game: GameName;
  /** Empty: any size; an opening is then one of the default board. */
  size: string;
  setSize: (size: string) => void;
  options: Options;
  setOptions: (options: Options) => void;
  opening: string[];
  setOpening: (moves: string[]) => void;
}

function OpeningFields(props: OpeningProps): JSX.Element {
  const { game: name, size, options, opening, setOpening } = props;
  const info = rules().info(name);
  const [width = info.sizeDefault, height = width] = size === '' ? [] : size.split('x').map(Number);
  const setup: Setup = {
    game: name,
    width,
    height,
    players: info.playersMin,
    options:
      (options.swap ? OPTION_SWAP & info.options : 0) | (options.jacked ? OPTION_JACKED & info.options : 0),
  };
  return (
    <details class="opening" open={opening.length > 0}>
      <summary>{t('archive.opening')}</summary>
      <p class="soft">{t('archive.opening.text', { n: OPENING_MAX })}</p>
      <MovePicker
        setup={setup}
        moves={opening}
        set={setOpening}
        max={OPENING_MAX}
        none={t('archive.opening.none')}
      >
        <BoardFields
          info={info}
          width={width}
          height={height}
          set={(w, h) => props.setSize(info.rectangular ? `${w}x${h}` : String(w))}
        />
        <OptionFields info={info} value={options} set={props.setOptions} />
      </MovePicker>
    </details>
  );
}

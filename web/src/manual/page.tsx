// The API of this server for people who write programs: every request with its parameters, body and answers, from
// the same description that the tests compare with the server (docs/openapi.yaml).
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { sentence } from '../core/net';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { callsOf, kindOf, refOf } from './openapi';
import type { Call, OpenApi, Schema } from './openapi';
import { mt, useManualWords } from './words';

export function ApiPage(): JSX.Element {
  const ready = useManualWords();
  const [api, setApi] = useState<OpenApi | null>(null);
  const [error, setError] = useState('');
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    fetch('/openapi.json')
      .then((answer) => answer.json() as Promise<OpenApi>)
      .then(setApi, (e: unknown) => setError(sentence(e)));
  }, []);
  const groups = useMemo(() => (api ? callsOf(api) : []), [api]);
  if (!ready || (api === null && error === '')) return <LoadingPage />;
  const word = wanted.trim().toLowerCase();
  const fits = (c: Call): boolean => `${c.method} ${c.path} ${c.summary}`.toLowerCase().includes(word);
  const shown = groups
    .map(([name, calls]) => [name, calls.filter(fits)] as const)
    .filter(([, calls]) => calls.length > 0);
  const schemas = Object.entries(api?.components?.schemas ?? {});
  return (
    <div class="page api-page">
      <Heading title={mt('title')} />
      <p>{mt('text')}</p>
      <p>
        <a href="/openapi.json" download>
          openapi.json
        </a>
      </p>
      {error && <p role="alert">{error}</p>}
      <div class="form">
        <label>
          {mt('filter')}
          <input type="search" value={wanted} onInput={(e) => setWanted(e.currentTarget.value)} />
        </label>
      </div>
      {shown.length === 0 && <p class="soft">{mt('none')}</p>}
      {shown.map(([name, calls]) => (
        <section class="panel" key={name}>
          <h2>/{name}</h2>
          {calls.map((c) => (
            <CallView key={`${c.method} ${c.path}`} call={c} />
          ))}
        </section>
      ))}
      {word === '' && (
        <section class="panel">
          <h2>{mt('schemas')}</h2>
          {schemas.map(([name, schema]) => (
            <details key={name} id={`schema-${name}`}>
              <summary>
                <code>{name}</code>
              </summary>
              <SchemaView schema={schema} />
            </details>
          ))}
        </section>
      )}
    </div>
  );
}

function CallView({ call: c }: { call: Call }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="api-call" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <code>
          <b>{c.method.toUpperCase()}</b> /api{c.path}
        </code>{' '}
        {c.summary}
      </summary>
      {open && (
        <>
          {c.parameters.length > 0 && (
            <>
              <h3>{mt('parameters')}</h3>
              <ul>
                {c.parameters.map((p) => (
                  <li key={`${p.in} ${p.name}`}>
                    <code>{p.name}</code>{' '}
                    <span class="soft">
                      {p.in}, {kindOf(p.schema ?? {})}
                      {p.required === true && `, ${mt('required')}`}
                    </span>{' '}
                    {p.description}
                  </li>
                ))}
              </ul>
            </>
          )}
          {c.body !== null && (
            <>
              <h3>{mt('body')}</h3>
              <SchemaView schema={c.body} />
            </>
          )}
          <h3>{mt('answers')}</h3>
          <ul>
            {c.answers.map((a) => (
              <li key={a.status}>
                <code>{a.status}</code> {a.description}
                {a.schema && <SchemaView schema={a.schema} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

/** Opens the schema that a link leads to. */
function show(name: string): void {
  const found = document.getElementById(`schema-${name}`);
  if (found instanceof HTMLDetailsElement) found.open = true;
  found?.scrollIntoView();
}

function Kind({ schema: s }: { schema: Schema }): JSX.Element {
  const ref = refOf(s.items ?? s);
  if (ref === null) return <span class="soft">{kindOf(s)}</span>;
  return (
    <button type="button" class="plain" onClick={() => show(ref)}>
      {kindOf(s)}
    </button>
  );
}

function SchemaView({ schema: s }: { schema: Schema }): JSX.Element {
  const properties = Object.entries(s.properties ?? {});
  const parts = [...(s.allOf ?? []), ...(s.items?.properties ? [s.items] : [])];
  return (
    <>
      {properties.length === 0 && parts.length === 0 && (
        <p>
          <Kind schema={s} /> {s.description}
        </p>
      )}
      {properties.length > 0 && (
        <ul>
          {properties.map(([name, one]) => (
            <li key={name}>
              <code>{name}</code> <Kind schema={one} />
              {s.required?.includes(name) === true && <span class="soft">, {mt('required')}</span>}{' '}
              {one.description}
              {(one.properties ?? one.items?.properties) && <SchemaView schema={one.items ?? one} />}
            </li>
          ))}
        </ul>
      )}
      {parts.map((one, i) => (
        <SchemaView key={i} schema={one} />
      ))}
    </>
  );
}

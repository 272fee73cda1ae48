// A table of figures in a panel, which scrolls by itself where the screen is narrow.
import type { ComponentChildren, JSX } from 'preact';

interface DataProps {
  title: string;
  /** A sentence above the table. */
  note?: string;
  heads: string[];
  children: ComponentChildren;
}

export function Data({ title, note, heads, children }: DataProps): JSX.Element {
  return (
    <section class="panel">
      <h2>{title}</h2>
      {note !== undefined && <p class="soft">{note}</p>}
      <div class="scroll" tabIndex={0} role="group" aria-label={title}>
        <table class="data figures">
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

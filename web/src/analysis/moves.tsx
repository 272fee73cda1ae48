// The tree of moves: the main line in columns, variations below the move that they replace. For a screen
// reader it is a tree, in which each move is an item.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { moveName } from '../games/position';
import { Linked, piecesOf } from '../parts/linked';
import { glyphKind } from './overlay';
import { ROOT, lineFrom, nodeOf, pathTo, plyOf } from './tree';
import type { NodeId, Study, StudyNode } from './tree';
import { st } from './words';

interface MovesProps {
  study: Study;
  at: NodeId;
  go: (id: NodeId) => void;
  fold: (id: NodeId, folded: boolean) => void;
  menu: (id: NodeId) => void;
}

export function Moves(props: MovesProps): JSX.Element {
  const { study, at } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The current move stays in the middle third; the list scrolls, not the page.
    const list = box.current;
    const current = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !current) return;
    // The keyboard, if it is in the tree, stays at the current move.
    if (list.contains(document.activeElement) && document.activeElement !== list)
      current.focus({ preventScroll: true });
    const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
    const third = list.clientHeight / 3;
    if (top < third) list.scrollTop += top - third;
    else if (top > 2 * third) list.scrollTop += top - 2 * third;
  }, [at, study]);
  const tree = useMemo(() => <Tree {...props} />, [study, at]);
  return (
    <div class="study-moves" ref={box}>
      {tree}
    </div>
  );
}

function Tree(props: MovesProps): JSX.Element {
  const { study, at, go } = props;
  const root = nodeOf(study, ROOT);
  return (
    <div role="tree" aria-label={st('study.tree')}>
      <div
        role="treeitem"
        aria-level={1}
        aria-selected={at === ROOT}
        aria-current={at === ROOT ? 'step' : undefined}
        tabIndex={at === ROOT ? 0 : -1}
        class="study-move study-start"
        onClick={() => go(ROOT)}
      >
        {st('study.start')}
      </div>
      <Comment text={root.comment} />
      <MainLine {...props} />
    </div>
  );
}

interface ItemProps extends MovesProps {
  id: NodeId;
  level: number;
  ply: number;
}

function Item({ study, at, go, menu, id, level, ply }: ItemProps): JSX.Element {
  const node = nodeOf(study, id);
  const current = id === at;
  const word = node.move === '' ? '·' : moveName(node.move);
  const label = [
    node.move === '' ? st('study.note') : `${ply}. ${word}`,
    node.glyph === '' ? '' : st(`glyph.${node.glyph}`),
    node.name,
  ];
  return (
    <span
      role="treeitem"
      aria-level={level}
      aria-selected={current}
      aria-current={current ? 'step' : undefined}
      aria-label={label.filter((part) => part !== '').join(', ')}
      tabIndex={current ? 0 : -1}
      class="study-move"
      data-node={id}
      onClick={() => go(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        menu(id);
      }}
    >
      {word}
      {node.glyph !== '' && <span class={`glyph ${glyphKind(node.glyph)}`}>{node.glyph}</span>}
    </span>
  );
}

/** The main line as rounds; a comment or a variation begins a new row. */
function MainLine(props: MovesProps): JSX.Element {
  const { study } = props;
  const players = study.setup.players;
  const rows: JSX.Element[] = [];
  let cells: JSX.Element[] = [];
  let round = 0;
  let ply = 0;
  let last = -1;
  const flush = (): void => {
    if (cells.length > 0)
      rows.push(
        <div class={`study-round players-${players}`} key={`r${rows.length}`}>
          <span class="soft">{round}</span>
          {cells}
        </div>,
      );
    cells = [];
  };
  for (const id of lineFrom(study, ROOT)) {
    const node = nodeOf(study, id);
    if (node.move !== '') {
      const column = players === 2 ? ply % 2 : (node.side || (ply % players) + 1) - 1;
      if (column <= last) flush();
      if (column < last || round === 0) round++;
      last = column;
      ply++;
      if (cells.length === 0)
        for (let i = 0; i < column; i++)
          cells.push(
            <span class="soft study-gap" key={`gap${i}`}>
              …
            </span>,
          );
      cells.push(<Item key={id} {...props} id={id} level={1} ply={ply} />);
    }
    const siblings = nodeOf(study, node.parent ?? ROOT).children;
    if (node.comment === '' && node.name === '' && (siblings.length < 2 || siblings[0] !== id)) continue;
    flush();
    rows.push(
      <After key={`after${id}`} {...props} id={id} level={1} ply={node.move === '' ? ply : ply - 1} />,
    );
  }
  flush();
  return <>{rows}</>;
}

/** One with a link is an item of the tree, because a tree has no other children that can be reached. */
function Comment({ text }: { text: string }): JSX.Element | null {
  if (text === '') return null;
  const role = piecesOf(text).some((piece) => piece.link) ? 'treeitem' : undefined;
  return (
    <div class="study-comment" role={role} aria-selected={role && false} tabIndex={role && -1}>
      <Linked text={text} />
    </div>
  );
}

function Words({ node }: { node: StudyNode }): JSX.Element {
  return (
    <>
      {node.name !== '' && <div class="study-name">{node.name}</div>}
      <Comment text={node.comment} />
    </>
  );
}

/** Folds the variations beside a move, of which there are n. */
function Fold({ study, fold, id, level, n }: ItemProps & { n: number }): JSX.Element {
  const { folded } = nodeOf(study, id);
  return (
    <span
      role="treeitem"
      aria-level={level}
      aria-expanded={!folded}
      aria-selected={false}
      tabIndex={-1}
      class="study-fold"
      aria-label={st('study.variations', { n })}
      onClick={() => fold(id, !folded)}
    >
      {folded ? `▸ ${n}` : '▾'}
    </span>
  );
}

/** The variations that replace a move; none where it is one of them itself. */
function othersOf(study: Study, id: NodeId): readonly NodeId[] {
  const siblings = nodeOf(study, nodeOf(study, id).parent ?? ROOT).children;
  return siblings[0] === id ? siblings.slice(1) : [];
}

/** What stands below a move of a line: its comment, and the variations that replace it. */
function After(props: ItemProps): JSX.Element {
  const { study, id, level, ply } = props;
  const node = nodeOf(study, id);
  const others = othersOf(study, id);
  return (
    <>
      <Words node={node} />
      {others.length > 0 && (
        <div class="study-variations" role="group">
          <Fold {...props} level={level + 1} n={others.length} />
          {!node.folded &&
            others.map((other) => (
              <Variation key={other} {...props} id={other} level={level + 1} ply={ply} />
            ))}
        </div>
      )}
    </>
  );
}

/** Variations stand further in down to this level; deeper ones would have no room there. */
const INDENTED_MAX = 4;

/** The round of a move, which `ply` moves lead to, and its column: of more than two players one may play again before
 * the others (C9). */
function placeOf(study: Study, id: NodeId, ply: number): { round: number; column: number } {
  const { players } = study.setup;
  if (players === 2) return { round: Math.floor(ply / 2) + 1, column: ply % 2 };
  let round = 0;
  let last = -1;
  for (const at of pathTo(study, id)) {
    const { move, side } = nodeOf(study, at);
    if (move === '') continue;
    if (side - 1 < last || round === 0) round++;
    last = side - 1;
  }
  return { round, column: last };
}

/** The number of the round before a move, where it is needed. */
function Round({ study, id, ply }: { study: Study; id: NodeId; ply: number }): JSX.Element {
  const { round, column } = placeOf(study, id, ply);
  return (
    <span class="soft study-number">
      {round}
      {column === 0 ? '' : '…'}
    </span>
  );
}

/** A variation with all below it as blocks one under the other: without components in each other, so that
 * no depth is too much for the browser. */
function Blocks(props: ItemProps): JSX.Element {
  const { study } = props;
  const blocks: JSX.Element[] = [];
  interface Rest {
    line: NodeId[];
    from: number;
    ply: number;
    level: number;
  }
  const whole = (id: NodeId, ply: number, level: number): Rest => ({
    line: [id, ...lineFrom(study, id)],
    from: 0,
    ply,
    level,
  });
  const todo = [whole(props.id, props.ply, props.level)];
  for (let rest = todo.pop(); rest !== undefined; rest = todo.pop()) {
    const { line, from, level } = rest;
    const parts: JSX.Element[] = [];
    let { ply } = rest;
    let broken = true;
    for (let i = from; i < line.length; i++) {
      const at = line[i] ?? ROOT;
      const node = nodeOf(study, at);
      const before = ply;
      if (node.move !== '') {
        if (broken || placeOf(study, at, ply).column === 0)
          parts.push(<Round key={`n${at}`} study={study} id={at} ply={ply} />);
        ply++;
      }
      parts.push(<Item key={at} {...props} id={at} level={level} ply={ply} />);
      parts.push(<Words key={`w${at}`} node={node} />);
      broken = node.comment !== '' || node.name !== '';
      const others = othersOf(study, at);
      if (others.length === 0) continue;
      parts.push(<Fold key={`f${at}`} {...props} id={at} level={level + 1} n={others.length} />);
      if (i + 1 < line.length) todo.push({ line, from: i + 1, ply, level });
      if (!node.folded) todo.push(...others.map((o) => whole(o, before, level + 1)).reverse());
      break;
    }
    blocks.push(
      <div key={`b${line[from] ?? ROOT}`} class={from === 0 ? 'study-block begins' : 'study-block'}>
        {parts}
      </div>,
    );
  }
  return <div class="study-line deep">{blocks}</div>;
}

/** A variation in running text; `ply` moves lead to it. */
function Variation(props: ItemProps): JSX.Element {
  return props.level < INDENTED_MAX ? <Indented {...props} /> : <Blocks {...props} />;
}

function Indented(props: ItemProps): JSX.Element {
  const { study, id, level } = props;
  const parts: JSX.Element[] = [];
  let ply = props.ply;
  let broken = true;
  for (const at of [id, ...lineFrom(study, id)]) {
    const node = nodeOf(study, at);
    if (node.move !== '') {
      const { column } = placeOf(study, at, ply);
      if (column === 0 || broken) parts.push(<Round key={`n${at}`} study={study} id={at} ply={ply} />);
      ply++;
    }
    parts.push(<Item key={at} {...props} id={at} level={level} ply={ply} />);
    const siblings = nodeOf(study, node.parent ?? ROOT).children;
    const forks = at !== id && siblings.length > 1 && siblings[0] === at;
    broken = forks || node.comment !== '' || node.name !== '';
    if (!broken) continue;
    parts.push(
      <After key={`after${at}`} {...props} id={at} level={level} ply={node.move === '' ? ply : ply - 1} />,
    );
  }
  return <div class={level > 2 ? 'study-line deep' : 'study-line'}>{parts}</div>;
}

/** "12 / 40": moves so far, and in the line that continues from here. */
export function stepText(s: Study, at: NodeId): string {
  const ply = plyOf(s, at);
  return `${ply} / ${ply + lineFrom(s, at).filter((n) => nodeOf(s, n).move !== '').length}`;
}

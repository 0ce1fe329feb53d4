import { Graph, layout } from '@dagrejs/dagre';
import { useDeferredValue, useId, useMemo } from 'react';
import { counted } from '../../../format/numbers.ts';
import { type StepEdge, type StepNode, stepGraph } from './step-graph.ts';

/** The steps and their exits, drawn from what is written. */
export default function StepPicture({ steps }: { readonly steps: unknown }) {
  const drawn = useDeferredValue(steps);
  const { nodes, edges, width, height } = useMemo(() => placed(drawn), [drawn]);
  const arrow = useId();
  if (nodes.length === 0) return <p className="faint">The steps appear here as you write them.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="picture" tabIndex={0} aria-label="Picture of the steps">
      <svg
        className="step-picture"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        style={{ minWidth: width * SMALLEST }}
        role="img"
        aria-label={`${counted(nodes.length, 'node')}, ${counted(edges.length, 'exit')}`}
      >
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path className="arrow" d="M0 0L8 4L0 8z" />
        </marker>
        {edges.map(({ edge, path, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exits have no other name.
          <g key={index} className={`exit ${edge.by}`}>
            <title>{`${edge.from} → ${edge.to}: ${BY[edge.by]}${edge.label}`}</title>
            <path d={path} markerEnd={`url(#${arrow})`} />
            <text x={at.x} y={at.y}>
              {shortened(edge.label, LABEL)}
            </text>
          </g>
        ))}
        {nodes.map(({ node, x, y, width: wide, height: high }) => (
          <g key={node.id} className={`node ${node.kind}`} data-entry={node.isEntry || undefined}>
            <title>{[node.name, node.note].filter(Boolean).join(': ')}</title>
            <rect x={x - wide / 2} y={y - high / 2} width={wide} height={high} rx="8" />
            <text x={x} y={node.note === '' ? y : y - 8}>
              {node.name}
            </text>
            <text className="note" x={x} y={y + 9}>
              {shortened(node.note, NOTE)}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

const BY = { code: 'when ', model: 'if ', else: '' };

/** Characters that are drawn of the condition of an exit, and of what a step does. The rest is in the hover. */
const LABEL = 22;
const NOTE = 30;

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The share of its size to which a picture shrinks before it scrolls. */
const SMALLEST = 0.65;

/** Pixels of a character of the picture's texts, on average. */
const NAME_PX = 7.5;
const SMALL_PX = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the layout places nodes and exits. */
function placed(steps: unknown) {
  const { nodes, edges } = stepGraph(steps);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: 24, edgesep: 16, ranksep: 28, marginx: 8, marginy: 8 });
  for (const { id, name, note } of nodes) graph.setNode(id, sizeOf(name, note));
  edges.forEach(({ from, to, label }, index) => {
    const width = shortened(label, LABEL).length * SMALL_PX + 8;
    graph.setEdge(from, to, { width, height: 14, labelpos: 'c' }, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((node: StepNode) => ({ node, ...boxOf(graph.node(node.id)) })),
    edges: edges.map((edge: StepEdge, index) => {
      const { points = [], x = 0, y = 0 } = graph.edge(edge.from, edge.to, String(index));
      const path = edge.from === edge.to ? loop(boxOf(graph.node(edge.from))) : curve(points);
      return { edge, path, at: { x, y } };
    }),
  };
}

const sizeOf = (name: string, note: string) => ({
  width: Math.max(name.length * NAME_PX, shortened(note, NOTE).length * SMALL_PX) + 24,
  height: note === '' ? 30 : 44,
});

const boxOf = ({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
}: Partial<Record<'x' | 'y' | 'width' | 'height', number>>) => ({
  ...{ x, y, width, height },
});

/** A line from the right side of a node back to it. */
function loop({ x, y, width }: ReturnType<typeof boxOf>): string {
  const side = x + width / 2;
  return `M${side} ${y - 7}C${side + 32} ${y - 24} ${side + 32} ${y + 24} ${side} ${y + 7}`;
}

/** A line that bends at its points without corners. */
function curve([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    const isLast = index === rest.length - 2;
    const end = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  const [only] = rest;
  return `M${first.x} ${first.y}${rest.length === 1 && only ? `L${only.x} ${only.y}` : bends.join('')}`;
}

import type { Widget } from 'cdk-local/cloudwatch/dashboards/read-dashboard.ts';
import { picture, textAt } from '../svg/svg.ts';
import { type Box, drawGraph } from './draw-graph.ts';
import { drawTable, type OperationRow } from './operations.ts';

/** Pixels of a unit of a dashboard. */
const UNIT = { width: 50, height: 50 };
const GAP = 6;
/** Units of a dashboard's width. */
const WIDTH = 24;

/** What the widgets show. */
export interface Shown {
  /** The values of each line of a graph, in periods up to the end, the oldest first. */
  series(line: Extract<Widget, { readonly kind: 'graph' }>['lines'][number]): readonly (number | undefined)[];
  readonly minutes: number;
  /** What the tables show. */
  readonly operations: readonly OperationRow[];
}

/** Draws the widgets of a dashboard where they are. */
export function drawDashboard(name: string, widgets: readonly Widget[], shown: Shown): string {
  const rows = Math.max(...widgets.map(({ y, height }) => y + height));
  const parts = widgets.flatMap((widget): readonly string[] => {
    const box = {
      x: widget.x * UNIT.width + GAP / 2,
      y: widget.y * UNIT.height + GAP / 2,
      width: widget.width * UNIT.width - GAP,
      height: widget.height * UNIT.height - GAP,
    };
    if (widget.kind === 'text') return [heading(widget.markdown, box)];
    if (widget.kind === 'log') return drawTable(widget.title, shown.operations, box);
    const lines = widget.lines.map((line) => ({ label: line.label, points: pointsOf(line, shown) }));
    return drawGraph({ ...widget, minutes: shown.minutes, lines }, box);
  });
  return picture(
    { width: WIDTH * UNIT.width, height: rows * UNIT.height, description: `The dashboard ${name}` },
    parts,
  );
}

const heading = (markdown: string, { x, y, height }: Box) =>
  textAt([x + 4, y + height / 2 + 8], markdown.replace(/^#+ /, ''), 'font-size="20" font-weight="bold"');

/** A value stands in the middle of its period. */
function pointsOf(
  line: Parameters<Shown['series']>[0],
  { minutes, series }: Shown,
): readonly (readonly [number, number])[] {
  const values = series(line);
  const period = line.query.periodMs / 60_000;
  return values.flatMap((value, index) => {
    const minute = minutes - (values.length - index - 0.5) * period;
    return value === undefined ? [] : [[Math.max(0, minute), value] as const];
  });
}

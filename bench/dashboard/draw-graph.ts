import { colorAt, dashesAt, ruleFrom, shown, textAt } from '../svg/svg.ts';

/** Where something is drawn, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A graph over time: each line has a value for each minute, or none. */
export interface DrawnGraph {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [minute: number, value: number])[];
  }[];
  readonly limits: readonly { readonly label: string; readonly value: number }[];
  readonly minutes: number;
}

const TITLE = 30;
const LEFT = 58;
const RIGHT = 14;
const LEGEND_ROW = 16;
const LEGEND_COLUMNS = 2;
const AXIS = 20;
const LIMIT = '#a00';
const SMALL = 'font-size="11"';
const GREY = 'font-size="11" fill="#555"';
/** Letters of a legend's entry that have room. */
const MOST_LETTERS = 30;

/** Draws a graph of a dashboard, with its limits as dashed lines. */
export function drawGraph({ title, unit, lines, limits, minutes }: DrawnGraph, box: Box): readonly string[] {
  const entries = [...lines, ...limits];
  const legendHeight = Math.ceil(entries.length / LEGEND_COLUMNS) * LEGEND_ROW;
  const top = box.y + TITLE + LEGEND_ROW;
  const bottom = box.y + box.height - legendHeight - AXIS - 8;
  const [left, right] = [box.x + LEFT, box.x + box.width - RIGHT];
  const highest = roundedUp(
    Math.max(
      0,
      ...lines.flatMap(({ points }) => points.map(([, value]) => value)),
      ...limits.map(({ value }) => value),
    ),
  );
  const atX = (minute: number) => left + (minute / minutes) * (right - left);
  const atY = (value: number) => bottom - (value / highest) * (bottom - top);
  const grid = [0, 0.5, 1].flatMap((share) => [
    ruleFrom([left, atY(share * highest)], [right, atY(share * highest)], 'stroke="#ddd"'),
    textAt([left - 6, atY(share * highest) + 4], shown(share * highest), `text-anchor="end" ${GREY}`),
  ]);
  const drawn = lines.flatMap(({ points }, index) => {
    const path = points.map(([minute, value]) => `${atX(minute).toFixed(1)},${atY(value).toFixed(1)}`);
    return [
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colorAt(index)}" stroke-width="2"${dashesAt(index)}/>`,
      ...path.map((at) => {
        const [cx, cy] = at.split(',');
        return `<circle cx="${cx}" cy="${cy}" r="2" fill="${colorAt(index)}"/>`;
      }),
    ];
  });
  const limitLines = limits.map(({ value }) =>
    ruleFrom([left, atY(value)], [right, atY(value)], `stroke="${LIMIT}" stroke-dasharray="4 4"`),
  );
  const hasNothing = lines.every(({ points }) => points.length === 0);
  return [
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#fff" stroke="#ccc"/>`,
    textAt([box.x + 10, box.y + 20], title, 'font-size="13" font-weight="bold"'),
    textAt([box.x + 10, box.y + TITLE + 6], unit, GREY),
    ...grid,
    ...limitLines,
    ...drawn,
    ...(hasNothing
      ? [textAt([(left + right) / 2, (top + bottom) / 2], 'nothing happened', `text-anchor="middle" ${GREY}`)]
      : []),
    textAt([left, bottom + 14], '0', GREY),
    textAt([right, bottom + 14], `${minutes} min`, `text-anchor="end" ${GREY}`),
    ...entries.flatMap(({ label }, index) => {
      const isLimit = index >= lines.length;
      const width = (box.width - 20) / LEGEND_COLUMNS;
      const x = box.x + 10 + (index % LEGEND_COLUMNS) * width;
      const y = bottom + AXIS + 14 + Math.floor(index / LEGEND_COLUMNS) * LEGEND_ROW;
      const stroke = isLimit
        ? `stroke="${LIMIT}" stroke-dasharray="4 4" stroke-width="2"`
        : `stroke="${colorAt(index)}" stroke-width="3"${dashesAt(index)}`;
      return [ruleFrom([x, y - 4], [x + 18, y - 4], stroke), textAt([x + 23, y], cut(label), SMALL)];
    }),
  ];
}

const cut = (label: string) => (label.length > MOST_LETTERS ? `${label.slice(0, MOST_LETTERS - 1)}…` : label);

/** The next number above that is 1, 2 or 5 times a power of ten; 1 for nothing. */
function roundedUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= value) ?? value;
}

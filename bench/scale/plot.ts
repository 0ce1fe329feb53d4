import { colorAt, picture, ruleFrom, shown, textAt } from '../svg/svg.ts';

/** A line of a plot. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
  /** A level to compare with, and its name. */
  readonly level?: { readonly y: number; readonly name: string };
  /** The highest value that is drawn; higher ones are cut. */
  readonly top: number;
}

const WIDTH = 760;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 250;
const TOP = 46;
const BOTTOM = 54;

/** Draws lines over a logarithmic x axis, as SVG. */
export function plot({ title, x, y, lines, level, top }: Plot): string {
  const xs = lines.flatMap(({ points }) => points.map(([value]) => value));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const atX = (value: number) =>
    LEFT + (Math.log(value / least) / Math.log(most / least)) * (WIDTH - LEFT - RIGHT);
  const atY = (value: number) => HEIGHT - BOTTOM - (Math.min(value, top) / top) * (HEIGHT - TOP - BOTTOM);
  const rule = (value: number, stroke: string) =>
    ruleFrom([LEFT, atY(value)], [WIDTH - RIGHT, atY(value)], `stroke="${stroke}"`);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    rule(share * top, '#ddd'),
    textAt([LEFT - 8, atY(share * top) + 4], shown(share * top), 'text-anchor="end"'),
  ]);
  const ticks = [...new Set(xs)].map((value) =>
    textAt([atX(value), HEIGHT - BOTTOM + 18], shown(value), 'text-anchor="middle"'),
  );
  const drawn = lines.flatMap(({ name, points }, index) => {
    const color = colorAt(index);
    const path = points.map(([px, py]) => `${atX(px).toFixed(1)},${atY(py).toFixed(1)}`).join(' ');
    const legendY = TOP + 10 + index * 22;
    return [
      `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
      ...points.map(
        ([px, py]) => `<circle cx="${atX(px).toFixed(1)}" cy="${atY(py).toFixed(1)}" r="3" fill="${color}"/>`,
      ),
      ruleFrom(
        [WIDTH - RIGHT + 16, legendY],
        [WIDTH - RIGHT + 36, legendY],
        `stroke="${color}" stroke-width="3"`,
      ),
      textAt([WIDTH - RIGHT + 42, legendY + 4], name),
    ];
  });
  const compared = level
    ? [rule(level.y, '#a00'), textAt([LEFT + 4, atY(level.y) - 5], level.name, 'fill="#a00"')]
    : [];
  return picture({ width: WIDTH, height: HEIGHT, description: title }, [
    textAt([LEFT, 24], title, 'font-size="15" font-weight="bold"'),
    ...grid,
    ...ticks,
    textAt([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12], x, 'text-anchor="middle"'),
    textAt([16, TOP - 10], y),
    ...drawn,
    ...compared,
  ]);
}

/** Colors that differ for color-blind readers, too (Okabe and Ito). */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

/** The color of a line by its place; they repeat. */
export const colorAt = (index: number): string => COLORS[index % COLORS.length] ?? '#000000';

/** The dashes of a line by its place, so that lines of one color differ. */
export const dashesAt = (index: number): string =>
  index < COLORS.length ? '' : ` stroke-dasharray="${index < 2 * COLORS.length ? '6 3' : '2 2'}"`;

/** Text at a place. */
export const textAt = ([x, y]: readonly [number, number], content: string, attributes = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(content)}</text>`;

/** A level or upright line. */
export const ruleFrom = (
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  attributes: string,
): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ${attributes}/>`;

/** A picture with a white ground. `description` is read to people who do not see it. */
export function picture(
  {
    width,
    height,
    description,
  }: { readonly width: number; readonly height: number; readonly description: string },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(description)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** A number for people, with one decimal at most. */
export const shown = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

const escaped = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Values of successive periods, the oldest first; undefined where there is none. */
export type Series = readonly (number | undefined)[];

/** What an expression may result in. */
export type Value = number | string | Series | readonly Series[];

export const isSeries = (value: Value): value is Series =>
  Array.isArray(value) && !value.some((each: unknown) => Array.isArray(each));

const isSeriesList = (value: Value): value is readonly Series[] => Array.isArray(value) && !isSeries(value);

/** Applies a function to each number, in all series of a list. */
export function eachOf(value: Value, change: (number: number) => number | undefined): Value {
  if (typeof value === 'number') return change(value) ?? Number.NaN;
  if (isSeries(value)) return value.map((each) => (each === undefined ? undefined : change(each)));
  if (isSeriesList(value))
    return value.map((series) => series.map((each) => (each === undefined ? undefined : change(each))));
  throw new Error('a text is no number');
}

/** Applies a function to the numbers of the same period. If one is missing, the result is missing. */
export function pairsOf(
  left: Value,
  right: Value,
  combine: (a: number, b: number) => number | undefined,
): Value {
  if (typeof left === 'number') return eachOf(right, (each) => combine(left, each));
  if (typeof right === 'number') return eachOf(left, (each) => combine(each, right));
  if (isSeriesList(left)) return left.map((series) => seriesOf(pairsOf(series, right, combine)));
  if (isSeriesList(right)) return right.map((series) => seriesOf(pairsOf(left, series, combine)));
  if (!isSeries(left) || !isSeries(right)) throw new Error('a text is no number');
  return left.map((a, period) => {
    const b = right[period];
    return a === undefined || b === undefined ? undefined : combine(a, b);
  });
}

/** The one series that a value is. Throws for a text or several series. */
export function seriesOf(value: Value): Series {
  if (isSeries(value)) return value;
  throw new Error('it does not result in one series');
}

/** The series of a list, or a single series as a list. */
export function listOf(value: Value): readonly Series[] {
  if (isSeriesList(value)) return value;
  return [seriesOf(value)];
}

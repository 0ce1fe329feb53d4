import { eachOf, isSeries, listOf, type Series, seriesOf, type Value } from './values.ts';

/** The context of an expression. */
export interface Surroundings {
  /** The series of each metric and of earlier expressions, by their ids. */
  readonly series: ReadonlyMap<string, Series>;
  /** The ids of the metrics, without those of expressions. */
  readonly metrics: readonly string[];
  readonly periodSeconds: number;
}

type MathFunction = (given: readonly Value[], surroundings: Surroundings) => Value;

const numbersOf = (series: Series) => series.filter((each) => each !== undefined);

/** Of several series, one with the result of each period; of one series, the result over all its periods. */
const over =
  (combine: (numbers: readonly number[]) => number): MathFunction =>
  ([value]) => {
    if (value === undefined) throw new Error('something to combine is missing');
    if (isSeries(value)) return combine(numbersOf(value));
    const list = listOf(value);
    const longest = Math.max(0, ...list.map(({ length }) => length));
    return Array.from({ length: longest }, (_, period) => {
      const present = numbersOf(list.map((series) => series[period]));
      return present.length === 0 ? undefined : combine(present);
    });
  };

const on =
  (change: (number: number) => number): MathFunction =>
  ([value = 0]) =>
    eachOf(value, change);

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The functions of metric math that the local runtime knows. */
export const FUNCTIONS: Readonly<Record<string, MathFunction>> = {
  MAX: over((numbers) => Math.max(...numbers)),
  MIN: over((numbers) => Math.min(...numbers)),
  SUM: over(sum),
  AVG: over((numbers) => sum(numbers) / numbers.length),
  ABS: on(Math.abs),
  CEIL: on(Math.ceil),
  FLOOR: on(Math.floor),
  LOG: on(Math.log),
  LOG10: on(Math.log10),
  METRICS: ([filter = ''], { series, metrics }) =>
    metrics.filter((id) => id.includes(String(filter))).map((id) => series.get(id) ?? []),
  PERIOD: (_, { periodSeconds }) => periodSeconds,
  FILL: ([value = 0, by = 0]) => {
    const fill = (series: Series) => filled(series, by);
    return isSeries(value) ? fill(value) : listOf(value).map(fill);
  },
  DIFF: ([value = 0]) => differences(seriesOf(value), 1),
  RATE: ([value = 0], { periodSeconds }) => differences(seriesOf(value), periodSeconds),
  IF: ([condition = 0, yes = Number.NaN, no]) => {
    const at = (value: Value | undefined, period: number) =>
      value === undefined || isSeries(value) ? value?.[period] : Number(value);
    const choose = (period: number) => {
      const decides = at(condition, period);
      return decides === undefined ? undefined : at(decides === 0 ? no : yes, period);
    };
    const length = [condition, yes, no ?? 0].find(isSeries)?.length;
    if (length === undefined) return choose(0) ?? Number.NaN;
    return Array.from({ length }, (_, period) => choose(period));
  },
};

/** Fills missing values with a number, or with the number before (REPEAT). */
function filled(series: Series, by: Value): Series {
  if (typeof by === 'number') return series.map((each) => each ?? by);
  if (by !== 'REPEAT') throw new Error(`FILL with ${String(by)} is not known to the local runtime`);
  let last: number | undefined;
  return series.map((each) => {
    last = each ?? last;
    return last;
  });
}

/** The difference of each value from the one before, per second. */
function differences(series: Series, seconds: number): Series {
  return series.map((each, period) => {
    const before = series[period - 1];
    return each === undefined || before === undefined ? undefined : (each - before) / seconds;
  });
}

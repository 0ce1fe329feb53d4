import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/cloudwatch/math/evaluate.ts';
import { parseExpression } from '../../src/cloudwatch/math/parse.ts';

const series = new Map([
  ['a', [1, 2, undefined, 4]],
  ['b', [10, undefined, 30, 40]],
  ['zero', [0, 0, 0, 0]],
]);
const result = (expression: string) =>
  evaluate(parseExpression(expression), { series, metrics: ['a', 'b'], periodSeconds: 60 });

describe('metric math', () => {
  it.each([
    ['a + 1', [2, 3, undefined, 5]],
    ['a + b', [11, undefined, undefined, 44]],
    ['1 + 2 * 3 ^ 2', 19],
    ['(1 + 2) * 3', 9],
    ['-a', [-1, -2, undefined, -4]],
    ['10 - 4 - 3', 3],
    ['b / zero', [undefined, undefined, undefined, undefined]],
    ['a >= 2', [0, 1, undefined, 1]],
    ['a > 1 AND b > 1', [0, undefined, undefined, 1]],
    ['a > 3 || b == 10', [1, undefined, undefined, 1]],
    ['IF(a >= 2, b, 0)', [0, undefined, undefined, 40]],
    ['IF(a > 2, 1)', [undefined, undefined, undefined, 1]],
    ['FILL(a, 0)', [1, 2, 0, 4]],
    ['FILL(a, REPEAT)', [1, 2, 2, 4]],
    ['MAX(METRICS())', [10, 2, 30, 40]],
    ['SUM(METRICS("b"))', [10, undefined, 30, 40]],
    ['MIN([a, b])', [1, 2, 30, 4]],
    ['AVG(METRICS())', [5.5, 2, 30, 22]],
    ['SUM(a)', 7],
    ['MAX(b)', 40],
    ['DIFF(b)', [undefined, undefined, undefined, 10]],
    ['RATE(b)', [undefined, undefined, undefined, 10 / 60]],
    ['PERIOD(a)', 60],
    ['100*(a/b)', [10, undefined, undefined, 10]],
    ['CEIL(a / 3)', [1, 1, undefined, 2]],
  ])('%s', (expression, value) => {
    expect(result(expression)).toEqual(value);
  });

  it.each([
    ['ANOMALY_DETECTION_BAND(a)', 'the function ANOMALY_DETECTION_BAND is not known'],
    ['c + 1', 'there is no metric c'],
    ['a +', 'it ends too early'],
    ['a b', '"b" is too much'],
    ['MAX(a', '")" is missing'],
    ['a ? b', '"? b" cannot be read'],
  ])('refuses %s', (expression, fault) => {
    expect(() => result(expression)).toThrow(fault);
  });
});

import { describe, expect, it } from 'vitest';
import {
  evaluateCondition,
  issueOfCondition,
  isVariableName,
  type VariableType,
} from '../../../lambdas/agents/model/condition.ts';

const VARIABLES = new Map<string, VariableType>([
  ['phone', 'text'],
  ['count', 'number'],
  ['price', 'amount'],
  ['account', 'any'],
]);

describe('a condition', () => {
  it.each([
    'phone == null || phone.startsWith("+49")',
    'count == 4 && count + 1 > 4.5 && count in [1, 4]',
    'price != null && price.amount >= 12.5 && price.currency == "EUR"',
    'account.invoices.exists(invoice, invoice.due > 3)',
    'size(account.invoices.filter(invoice, invoice.due > 3)) > 1',
    'has(account.vip) && account.vip',
  ])('may be %s', (expression) => {
    expect(issueOfCondition(expression, VARIABLES)).toBeUndefined();
  });

  it.each([
    ['phone', 'type string'],
    ['phone > 3', 'no such overload: string > int'],
    ['phon == "x"', 'The nearest known name is phone.'],
    ['price.amout > 3', 'No such key: amout'],
    ['phone.matches("(a+)+$")', 'There is no function matches.'],
    ['cel.bind(x, 1, x == 1)', 'There is no function bind.'],
    ['account.a.exists(x, account.b.exists(y, x == y))', 'exists may not be within'],
    ['account ==', 'Unexpected token'],
    [`${'('.repeat(40)}true${')'.repeat(40)}`, 'maxDepth'],
    [Array.from({ length: 60 }, () => 'count == 1').join('||'), 'maxAstNodes'],
  ])('may not be %s', (expression, issue) => {
    expect(issueOfCondition(expression, VARIABLES)).toContain(issue);
  });

  it.each([
    ['account.overdue > 0', { account: { overdue: 120.5 } }, true],
    ['account.overdue + 1 == 3', { account: { overdue: 2 } }, true],
    ['price == null', { price: null }, true],
    ['price.amount > 2', { price: { amount: 3, currency: 'EUR' } }, true],
    ['account == null || account.overdue > 0', { account: null }, true],
    ['account.vip', { account: { vip: true } }, true],
    ['phone.contains("<b>")', { phone: '<b>${x}</b>' }, true],
  ])('%s holds with %o', (expression, variables, holds) => {
    expect(evaluateCondition(expression, variables)).toEqual({ holds });
  });

  it.each([
    ['account.overdue > 0', { account: null }],
    ['account.overdue > 0', { account: { overdue: 'much' } }],
    ['account.vip', { account: { vip: 'yes' } }],
    ['account.constructor.name == "Object"', { account: {} }],
    ['nobody == 1', {}],
  ])('does not hold, with a note, if %s lacks a value: %o', (expression, variables) => {
    expect(evaluateCondition(expression, variables)).toEqual({ holds: false, note: expect.any(String) });
  });

  it('looks at the longest list that a value can have in less than a second', () => {
    const list = Array.from({ length: 2000 }, (_, index) => index % 10);
    const started = performance.now();

    expect(evaluateCondition('a.all(x, x in a && x < 10 && size(a) == 2000)', { a: list })).toEqual({
      holds: true,
    });
    expect(evaluateCondition('a.exists(x, 11 in a)', { a: list })).toEqual({ holds: false });

    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('can name variables that have no meaning of their own', () => {
    expect(['phone', 'constructor', 'born'].filter(isVariableName)).toEqual(['phone', 'constructor', 'born']);
    expect(['in', 'true', 'null', 'if', 'int', 'size', 'has', 'cel', 'type'].filter(isVariableName)).toEqual(
      [],
    );
  });
});

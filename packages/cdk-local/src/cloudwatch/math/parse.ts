import { TokenReader, tokensOf } from './tokens.ts';

/** A parsed expression of metric math. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'metric'; readonly id: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
  | {
      readonly kind: 'operation';
      readonly sign: string;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Operators, those that bind least first. */
const LEVELS: readonly (readonly string[])[] = [
  ['OR', '||'],
  ['AND', '&&'],
  ['<', '>', '<=', '>=', '==', '!='],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

/**
 * Parses an expression. Throws an error that says what is wrong.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function parseExpression(text: string): Expression {
  const reader = new TokenReader(tokensOf(text));
  const parsed = operations(reader, 0);
  reader.end();
  return parsed;
}

function operations(reader: TokenReader, level: number): Expression {
  const signs = LEVELS[level];
  if (!signs) return operand(reader);
  let left = operations(reader, level + 1);
  for (let sign = reader.takeIf(signs); sign !== undefined; sign = reader.takeIf(signs))
    left = { kind: 'operation', sign, left, right: operations(reader, level + 1) };
  return left;
}

function operand(reader: TokenReader): Expression {
  if (reader.takeIf(['-']) !== undefined) return { kind: 'negative', of: operand(reader) };
  if (reader.takeIf(['(']) !== undefined) {
    const inner = operations(reader, 0);
    reader.expect(')');
    return inner;
  }
  if (reader.takeIf(['[']) !== undefined) return { kind: 'list', items: listed(reader, ']') };
  const token = reader.take();
  if (token.kind === 'number') return { kind: 'number', value: token.value };
  if (token.kind === 'string') return { kind: 'string', value: token.value };
  if (token.kind === 'sign') throw new Error(`"${token.value}" is in the wrong place`);
  if (reader.takeIf(['(']) === undefined) return { kind: 'metric', id: token.value };
  return { kind: 'call', name: token.value.toUpperCase(), given: listed(reader, ')') };
}

function listed(reader: TokenReader, end: string): Expression[] {
  const items: Expression[] = [];
  if (reader.takeIf([end]) !== undefined) return items;
  do items.push(operations(reader, 0));
  while (reader.takeIf([',']) !== undefined);
  reader.expect(end);
  return items;
}

import { FUNCTIONS, type Surroundings } from './functions.ts';
import type { Expression } from './parse.ts';
import { eachOf, pairsOf, seriesOf, type Value } from './values.ts';

const truth = (is: boolean) => (is ? 1 : 0);

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  // A division by zero has no value.
  '/': (a, b) => (b === 0 ? undefined : a / b),
  '^': (a, b) => a ** b,
  '<': (a, b) => truth(a < b),
  '>': (a, b) => truth(a > b),
  '<=': (a, b) => truth(a <= b),
  '>=': (a, b) => truth(a >= b),
  '==': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
  AND: (a, b) => truth(a !== 0 && b !== 0),
  '&&': (a, b) => truth(a !== 0 && b !== 0),
  OR: (a, b) => truth(a !== 0 || b !== 0),
  '||': (a, b) => truth(a !== 0 || b !== 0),
};

/** Evaluates an expression. Throws for a function that the local runtime does not know. */
export function evaluate(expression: Expression, surroundings: Surroundings): Value {
  const of = (part: Expression) => evaluate(part, surroundings);
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'string':
      return expression.value;
    case 'metric':
      return metricOrWord(expression.id, surroundings);
    case 'list':
      return expression.items.map((item) => seriesOf(of(item)));
    case 'negative':
      return eachOf(of(expression.of), (number) => -number);
    case 'operation': {
      const combine = OPERATIONS[expression.sign];
      if (!combine) throw new Error(`there is no operator ${expression.sign}`);
      return pairsOf(of(expression.left), of(expression.right), combine);
    }
    case 'call': {
      const apply = FUNCTIONS[expression.name];
      if (!apply) throw new Error(`the function ${expression.name} is not known to the local runtime`);
      return apply(expression.given.map(of), surroundings);
    }
  }
}

function metricOrWord(id: string, { series }: Surroundings): Value {
  const found = series.get(id);
  if (found) return found;
  // FILL(m1, REPEAT)
  if (/^[A-Z]+$/.test(id)) return id;
  throw new Error(`there is no metric ${id}`);
}

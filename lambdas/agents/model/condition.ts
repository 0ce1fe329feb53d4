import { type ASTNode, Environment, type ParseError, type TypeCheckResult } from '@marcbachmann/cel-js';
import { nearestWord } from '../../platform/nearest-word.ts';
import { isObject } from '../../platform/parse-json.ts';

/** The type of a variable in conditions. `any` is checked when the condition is evaluated. */
export type VariableType = 'text' | 'number' | 'amount' | 'any';

const TYPES = { text: 'string', number: 'double', amount: 'Amount', any: 'dyn' } as const;

/** Functions that take time in proportion to their input. Patterns (`matches`) can take endless time. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['size', 'contains', 'startsWith', 'endsWith', 'lowerAscii', 'upperAscii', 'trim'],
  ...['has', 'int', 'double', 'string', 'exists', 'exists_one', 'all', 'filter'],
]);

/** Functions that evaluate an expression for each item of a list. */
const LOOPS: ReadonlySet<string> = new Set(['exists', 'exists_one', 'all', 'filter']);

const LIMITS = {
  maxAstNodes: 100,
  maxDepth: 20,
  maxListElements: 50,
  maxMapEntries: 10,
  maxCallArguments: 3,
};

const ARITHMETIC: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
};

/** The language of conditions: CEL, in which numbers of both kinds can be mixed, and any value may be null. */
function environment(): Environment {
  const cel = new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS });
  cel.registerType('Amount', { schema: { amount: 'double', currency: 'string' } });
  for (const type of ['string', 'double', 'Amount'])
    cel.registerOperator(`${type} == null`, (one, other) => one === other);
  cel.registerOperator('double == int', (one, other) => one === Number(other));
  cel.registerOperator('double in list<int>', (one, others) => others.map(Number).includes(one));
  for (const [sign, compute] of Object.entries(ARITHMETIC))
    for (const operands of [`double ${sign} int`, `int ${sign} double`])
      cel.registerOperator(operands, (one, other) => compute(Number(one), Number(other)));
  return cel;
}

let made: { readonly language: Environment; readonly dynamic: Environment } | undefined;

/** All variables are dynamic when a condition is evaluated: any of them may be null. Only who uses it waits for it. */
function environments() {
  if (made) return made;
  const language = environment();
  made = { language, dynamic: language.clone({ unlistedVariablesAreDyn: true }) };
  return made;
}

/** Why an expression is no condition on these variables; undefined if it is one. */
export function issueOfCondition(
  expression: string,
  variables: ReadonlyMap<string, VariableType>,
): string | undefined {
  const typed = environments().language.clone();
  for (const [name, type] of variables) typed.registerVariable(name, TYPES[type]);
  try {
    const parsed = typed.parse(expression);
    const refused = issueOfCalls(parsed.ast, false);
    if (refused !== undefined) return refused;
    const { valid, type, error } = parsed.check();
    if (!valid) return `${summaryOf(error)}.${nearestVariable(error, [...variables.keys()])}`;
    return type === 'bool' || type === 'dyn' ? undefined : `Must be true or false, but has the type ${type}.`;
  } catch (error) {
    return `${summaryOf(error)}.`;
  }
}

function nearestVariable(error: TypeCheckResult['error'], names: readonly string[]): string {
  const unknown = error?.code === 'unknown_variable' ? error.node?.args : undefined;
  const nearest = typeof unknown === 'string' ? nearestWord(unknown, names) : undefined;
  return nearest === undefined ? '' : ` The nearest known name is ${nearest}.`;
}

/** Whether a condition holds. One that cannot be evaluated does not hold, and has a note that says why. */
export function evaluateCondition(
  expression: string,
  variables: Readonly<Record<string, unknown>>,
): { readonly holds: boolean; readonly note?: string } {
  try {
    const result: unknown = environments().dynamic.evaluate(expression, variables);
    return typeof result === 'boolean' ? { holds: result } : { holds: false, note: 'Not true or false' };
  } catch (error) {
    return { holds: false, note: summaryOf(error) };
  }
}

/** The names in an expression: those of variables, and of items that its functions look at. */
export function namesIn(expression: string): ReadonlySet<string> {
  try {
    return new Set(
      nodesOf(environments().dynamic.parse(expression).ast).flatMap(({ op, args }) =>
        op === 'id' ? args : [],
      ),
    );
  } catch {
    return new Set();
  }
}

/** Whether conditions can refer to a variable of this name. */
export function isVariableName(name: string): boolean {
  try {
    environments().language.clone().registerVariable(name, 'dyn').parse(name);
    return !FUNCTIONS.has(name) && !['true', 'false', 'null'].includes(name);
  } catch {
    return false;
  }
}

/** Refuses functions whose cost is unbounded, and loops within loops. */
function issueOfCalls(node: ASTNode, isInLoop: boolean): string | undefined {
  const called = node.op === 'call' || node.op === 'rcall' ? node.args[0] : undefined;
  if (called !== undefined && !FUNCTIONS.has(called))
    return `There is no function ${called}. Known functions: ${[...FUNCTIONS].join(', ')}.`;
  const isLoop = called !== undefined && LOOPS.has(called);
  if (isLoop && isInLoop) return `${called} may not be within another function that goes through a list.`;
  for (const inner of innerNodes(node)) {
    const issue = issueOfCalls(inner, isInLoop || isLoop);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

const nodesOf = (node: ASTNode): ASTNode[] => [node, ...innerNodes(node).flatMap(nodesOf)];

const innerNodes = ({ args }: ASTNode): ASTNode[] => [args].flat(3).filter(isNode);

const isNode = (value: unknown): value is ASTNode => isObject(value) && 'op' in value && 'args' in value;

const summaryOf = (error: unknown) =>
  error instanceof Error && 'summary' in error ? String((error as ParseError).summary) : String(error);

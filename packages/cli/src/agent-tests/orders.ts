import fc from 'fast-check';
import {
  type AgentTestInput,
  MAX_EXPECTATIONS,
  MAX_TURNS,
} from '../../../../lambdas/agent-tests/model/agent-test.ts';

type Turn = NonNullable<AgentTestInput['turns']>[number];
type Mock = NonNullable<NonNullable<AgentTestInput['tools']>['mocks']>[number];
type Expectation = NonNullable<AgentTestInput['always']>[number];

/** Maximum lines of an order beyond those of its script. */
const MAX_LINES = 10;

/** How the contact says a line, the simplest first: plainly, after a silence, over the agent, or word by word. */
const MANNERS = [
  {},
  { pause: '8s' },
  { pause: '40s' },
  { after: '200ms' },
  { after: '1s' },
  { after: '3s' },
  { final_after: '900ms' },
  { after: '500ms', final_after: '200ms' },
  { final_after: 'never' },
] as const;

/** How the contact ends: waits, stays silent, or hangs up. */
const ENDS: readonly (readonly Turn[])[] = [
  [],
  [{ silence: '10m' }],
  [{ hangs_up: true }],
  [{ hangs_up: true, after: '300ms' }],
];

/** How a service deviates from its mock: it fails, never answers, or is slow. */
const FAULTS = [{}, { error: 503 }, { error: 'timeout' }, { latency_ms: 4_000 }] as const;

/** The lines of a script in some order. */
export interface Order {
  readonly steps: readonly {
    /** The line's index in the script, from 0. */
    readonly line: number;
    readonly manner: (typeof MANNERS)[number];
  }[];
  readonly end?: (typeof ENDS)[number];
  readonly faults?: readonly (typeof FAULTS)[number][];
}

/** The contact's lines: speech and keypad input. */
const linesOf = ({ turns = [] }: AgentTestInput): Turn[] =>
  turns.flatMap(({ contact, keys }) =>
    contact === undefined ? (keys === undefined ? [] : { keys }) : { contact },
  );

/** Orders of a script's lines: a subsequence, or any lines, with repetitions. */
export function orders(script: AgentTestInput): fc.Arbitrary<Order> {
  const lines = [...linesOf(script).keys()];
  const manner = fc.oneof({ weight: 2, arbitrary: fc.constant(MANNERS[0]) }, fc.constantFrom(...MANNERS));
  const anyLine = fc.record({ line: fc.nat(Math.max(0, lines.length - 1)), manner });
  const inTurn = fc
    .tuple(fc.subarray(lines), fc.array(manner, { minLength: lines.length, maxLength: lines.length }))
    .map(([some, manners]) => some.map((line, index) => ({ line, manner: manners[index] ?? MANNERS[0] })));
  const steps =
    lines.length === 0 ? fc.constant([]) : fc.oneof(inTurn, fc.array(anyLine, { maxLength: MAX_LINES }));
  const faults = fc.tuple(...(script.tools?.mocks ?? []).map(() => fc.constantFrom(...FAULTS)));
  return fc.record({ steps, end: fc.constantFrom(...ENDS), faults });
}

/** The test for an order. It need not reach its end or use each mock, and its tools fail if no mock answers. */
export function testOf(script: AgentTestInput, { steps, end = [], faults = [] }: Order): AgentTestInput {
  const { agent, clock, context, tools } = script;
  const lines = linesOf(script);
  const spoken = steps.flatMap(({ line, manner }) => turnsOf(lines[line], manner));
  const turns = [...spoken.slice(0, MAX_TURNS - end.length), ...end];
  const mocks = (tools?.mocks ?? []).map((mock, index) => withFault(mock, faults[index]));
  const always = [...(script.always ?? []), ...promisesOf(script, mocks)].slice(0, MAX_EXPECTATIONS);
  return {
    name: `${script.name}, explored`.slice(0, 200),
    ...(agent !== undefined && { agent }),
    ...(clock !== undefined && { clock }),
    ...(context && { context }),
    tools: { unmocked: 'unavailable', ...(mocks.length > 0 && { mocks }) },
    turns: (turns.length > 0 ? turns : [{ silence: '1s' }]).map((turn) => ({ ...turn, optional: true })),
    ...(always.length > 0 && { always }),
    finally: [{ invariants: true }],
  };
}

function turnsOf(line: Turn | undefined, manner: Order['steps'][number]['manner']): Turn[] {
  if (!line) return [];
  if ('pause' in manner) return [{ silence: manner.pause }, line];
  const { final_after, ...times } = { final_after: undefined, ...manner };
  // Keypad input has no partial words.
  return [{ ...line, ...times, ...(final_after && line.contact !== undefined && { final_after }) }];
}

function withFault(mock: Mock, fault: (typeof FAULTS)[number] = {}): Mock {
  const { tool, when } = mock;
  if ('error' in fault) return { tool, ...(when && { when }), ...fault, optional: true };
  return { ...mock, ...fault, optional: true };
}

/** If every mock of a tool fails, words after its success become false promises, unless the author says better. */
function promisesOf(
  { turns = [], tools, always = [] }: AgentTestInput,
  mocks: readonly Mock[],
): Expectation[] {
  if (tools?.unmocked === 'unavailable') return [];
  const mayPromise = (of: string) => {
    const now = mocks.filter(({ tool }) => tool === of);
    const isFailing = now.length > 0 && now.every(({ error }) => error !== undefined);
    const hasFailed = tools?.mocks?.some((mock) => mock.tool === of && canFail(mock));
    return isFailing && !hasFailed && !always.some(({ after_failure: own }) => own?.of === of);
  };
  return turns.flatMap(({ expect = [] }) => {
    const uses = expect.flatMap(({ tool: use }) => (use === undefined ? [] : use));
    const [of, ...others] = new Set(uses.map((use) => (typeof use === 'string' ? use : use.name)));
    // With several tools, it's unknown which one the words belong to.
    if (of === undefined || others.length > 0 || !mayPromise(of)) return [];
    return expect.flatMap(({ says }) =>
      says === undefined ? [] : { after_failure: { of, never_says: says } },
    );
  });
}

const canFail = ({ error, sequence = [] }: Mock) =>
  error !== undefined || sequence.some((answer) => answer.error !== undefined);

import * as z from 'zod/mini';
import { digestOf } from '../../agents/model/agent-version.ts';
import {
  id,
  integerBetween,
  ownerFields,
  readOnlyFields,
  requiredText,
  STORABLE,
  stringMap,
  time,
} from '../../platform/fields.ts';
import { asWritten, patchOf } from '../../platform/patch.ts';
import type { Kind } from '../../records/model/kind.ts';
import {
  duration,
  expectation,
  expectationAtEnd,
  expectationOfTurn,
  hasFewJudged,
  hasNoIssues,
} from './expectation-schema.ts';

export const MAX_TEST_BYTES = 200_000;

export const MAX_TURNS = 200;
export const MAX_MOCKS = 100;
export const MAX_EXPECTATIONS = 50;
export const MAX_LINE = 2_000;

const NO_KEYS = 'Must be 1 to 32 of 0-9, * and #, in quotation marks.';

/** Whether an object has exactly one of some keys. */
const oneOf = (...keys: readonly string[]) =>
  z.refine<object>((value) => keys.filter((key) => Reflect.get(value, key) !== undefined).length === 1, {
    error: `Must have exactly one of ${keys.join(', ')}.`,
    params: { type: 'one_of' },
    when: hasNoIssues,
  });

/** Any JSON value, declared so that the API document shows it. */
export const anyJson = () =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.record(z.string(), z.unknown()),
  ]);

/** What a mocked tool answers. `error`: an HTTP status, or `timeout` if the service never answers. */
const mockAnswer = () => ({
  returns: z.optional(anyJson()),
  error: z.optional(z.union([integerBetween(300, 599), z.literal('timeout')])),
  agent_message: z.optional(requiredText(2000)),
  latency_ms: z.optional(integerBetween(0, 600_000)),
});

const mock = () =>
  z
    .strictObject({
      tool: requiredText(64),
      when: z.optional(z.record(z.string(), z.unknown())),
      ...mockAnswer(),
      sequence: z.optional(
        z
          .array(z.strictObject(mockAnswer()).check(oneOf('returns', 'error')))
          .check(z.minLength(1), z.maxLength(MAX_MOCKS)),
      ),
      optional: z.optional(z.literal(true)),
    })
    .check(oneOf('returns', 'error', 'sequence'));
export type Mock = z.infer<ReturnType<typeof mock>>;

const expectationsOfTurn = () =>
  z.optional(z.array(expectationOfTurn()).check(z.maxLength(MAX_EXPECTATIONS)));

const turn = () =>
  z
    .strictObject({
      contact: z.optional(requiredText(MAX_LINE)),
      keys: z.optional(z.string(NO_KEYS).check(z.regex(/^[0-9*#]{1,32}$/, NO_KEYS))),
      silence: z.optional(duration()),
      hangs_up: z.optional(z.literal(true)),
      interrupts_after_words: z.optional(integerBetween(0, 500)),
      after: z.optional(duration()),
      final_after: z.optional(z.union([z.literal('never'), duration()])),
      optional: z.optional(z.literal(true)),
      expect: expectationsOfTurn(),
    })
    .check(
      oneOf('contact', 'keys', 'silence', 'hangs_up'),
      z.refine((value) => value.interrupts_after_words === undefined || value.contact !== undefined, {
        path: ['interrupts_after_words'],
        error: 'Only words interrupt: add `contact`.',
      }),
      z.refine((value) => value.final_after === undefined || value.contact !== undefined, {
        path: ['final_after'],
        error: 'Only words become final: add `contact`.',
      }),
      z.refine(
        ({ after, silence, interrupts_after_words: words }) =>
          after === undefined || (silence === undefined && words === undefined),
        {
          path: ['after'],
          error: 'Use `after` with words, keys or hanging up, and without `interrupts_after_words`.',
        },
      ),
    );
export type ScriptTurn = z.infer<ReturnType<typeof turn>>;

/** A turn after the contact hung up is a mistake in the test, not a failure of the agent. */
const endsWithHangUp = z.check<readonly ScriptTurn[]>(({ value, issues }) => {
  const next = value.findIndex(({ hangs_up }) => hangs_up) + 1;
  const message = `The contact hangs up in turns[${next - 1}]; remove the turns after it.`;
  if (next > 0 && next < value.length) issues.push({ code: 'custom', input: value, path: [next], message });
});

const caller = () =>
  z
    .strictObject({
      persona: requiredText(MAX_LINE),
      facts: z.optional(stringMap),
      goal: requiredText(MAX_LINE),
      max_turns: z._default(integerBetween(1, 60), 20),
      runs: z.optional(integerBetween(1, 100)),
      pass: z.optional(
        z.pipe(
          z.string().check(
            z.regex(/^([1-9]|[1-9]\d|100) of ([1-9]|[1-9]\d|100)$/, 'Must have the form 3 of 5.'),
            z.refine((text) => runsOf(text).needed <= runsOf(text).runs, 'More runs must pass than are run.'),
          ),
          z.transform(runsOf),
        ),
      ),
    })
    .check(
      z.refine(({ runs, pass }) => !runs || !pass || pass.runs === runs, {
        path: ['runs'],
        error: 'Must be the second number of `pass`.',
      }),
    );

function runsOf(text: string) {
  const [needed = 1, runs = 1] = text.split(' of ').map(Number);
  return { needed, runs };
}

/** A call whose contact's turns and recorded tool answers are played. See test-from-call.ts. */
const recordedCall = () => z.strictObject({ id });

export const testLabel = () => requiredText(50);

/** An agent by its name or id, optionally with a version: `receptionist`, `receptionist@12`, `receptionist@draft`. */
export const agentName = () =>
  requiredText(240).check(
    z.regex(/^[^@]+(@([1-9]\d{0,8}|draft))?$/, 'Must be a name or id, or name@version.'),
  );

/** What a tool call without a mock does: fails the test, calls the service, or fails as if the service were down. */
const unmocked = z.enum(['error', 'real', 'unavailable']);
export type Unmocked = z.infer<typeof unmocked>;

const testShape = () => ({
  name: requiredText(200),
  labels: z.optional(z.array(testLabel()).check(z.maxLength(20))),
  agent: z.optional(agentName()),
  clock: z.optional(time()),
  context: z.optional(stringMap),
  tools: z.optional(
    z.strictObject({
      unmocked: z._default(unmocked, 'error'),
      mocks: z.optional(z.array(mock()).check(z.maxLength(MAX_MOCKS))),
    }),
  ),
  greeting: expectationsOfTurn(),
  turns: z.optional(z.array(turn()).check(z.minLength(1), z.maxLength(MAX_TURNS), endsWithHangUp)),
  caller: z.optional(caller()),
  call: z.optional(recordedCall()),
  always: z.optional(z.array(expectation()).check(z.maxLength(MAX_EXPECTATIONS))),
  finally: z.optional(z.array(expectationAtEnd()).check(z.maxLength(MAX_EXPECTATIONS))),
});

const $schema = z.optional(z.string());

const ofOneKind = () =>
  [
    oneOf('turns', 'caller', 'call'),
    hasFewJudged,
    z.refine<object>((test) => Buffer.byteLength(JSON.stringify(test)) <= MAX_TEST_BYTES, {
      error: `A test may have at most ${MAX_TEST_BYTES} bytes as JSON.`,
      params: { type: 'too_big' },
    }),
    ...STORABLE,
  ] as const;

/** A test of an agent: a script (`turns`), a simulated caller (`caller`) or a recorded call (`call`). */
export const agentTest = z.lazy(() => z.strictObject({ $schema, ...testShape() }).check(...ofOneKind()));
export type AgentTest = z.infer<typeof agentTest>;

export type AgentTestInput = z.input<typeof agentTest>;

/** A test as its user wrote it: with durations as text, and without defaults. */
export const testInput = z.lazy(() =>
  asWritten(z.strictObject({ $schema, ...readOnlyFields, ...testShape() }).check(...ofOneKind())),
);

/** Replaces whole fields. */
export const testUpdate = patchOf(() => ({
  $schema,
  ...Object.fromEntries(
    Object.entries(testShape()).map(([field, schema]) => [
      field,
      asWritten(schema instanceof z.ZodMiniOptional ? z.nullable(schema.def.innerType) : schema),
    ]),
  ),
}));

const written = z.record(z.string(), z.unknown());

const storedTestFields = () => ({
  ...ownerFields,
  name: z.string(),
  labels: z.optional(z.nullable(z.array(z.string()))),
  agent: z.optional(z.nullable(z.string())),
  clock: z.optional(z.nullable(z.string())),
  context: z.optional(z.nullable(stringMap)),
  tools: z.optional(z.nullable(written)),
  greeting: z.optional(z.nullable(z.array(written))),
  turns: z.optional(z.nullable(z.array(written))),
  caller: z.optional(z.nullable(written)),
  call: z.optional(z.nullable(written)),
  always: z.optional(z.nullable(z.array(written))),
  finally: z.optional(z.nullable(z.array(written))),
});

/** A stored test: as its user wrote it, in the form of `testInput`. */
export const test = z.lazy(() => z.object(storedTestFields()));
export type Test = z.infer<typeof test>;

export const agentTestKind: Kind<Test> = {
  name: 'test',
  schema: test,
  quota: 'tests',
  hasListItems: true,
  // Lets lists find and count tests without reading them.
  listed: (record) => ({ labels: record.labels ?? [], bytes: sizeOf(record) }),
};

export const sizeOf = (record: Test): number => Buffer.byteLength(JSON.stringify(record));

/** Equal for equal tests, however they are stored. */
export const hashOfTest = ({ id: _, user_id: __, ...content }: Readonly<Record<string, unknown>>): string =>
  digestOf(content);

/** A test that is not stored. */
export const writtenTest = z.lazy(() => {
  const { id: _, user_id: __, ...written } = storedTestFields();
  return z.object(written);
});

export const listedTest = z.lazy(() =>
  z.object({
    ...ownerFields,
    name: z.string(),
    labels: z.array(z.string()),
    agent: z.nullable(z.string()),
    kind: testKind,
  }),
);
export type ListedTest = z.infer<typeof listedTest>;

/** The key that says how a test is played. */
export const testKind = z.enum(['turns', 'caller', 'call']);

export function listedTestOf({ id, user_id, name, labels, agent, turns, caller }: Test): ListedTest {
  const kind = turns ? 'turns' : caller ? 'caller' : 'call';
  return { id, user_id, name, labels: labels ?? [], agent: agent ?? null, kind };
}

/** Gives a test in TypeScript its type. */
export const defineAgentTest = (test: AgentTestInput): AgentTestInput => test;

/** The name or id of a test's agent, and the version that it names. */
export function agentOfTest(name: string): { readonly agent: string; readonly version?: number | 'draft' } {
  const [agent = '', version] = name.split('@');
  if (version === undefined) return { agent };
  return { agent, version: version === 'draft' ? version : Number(version) };
}

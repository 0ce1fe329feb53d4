import * as z from 'zod/mini';
import { integerBetween, requiredText } from '../../platform/fields.ts';
import { isPattern } from '../../platform/schemas/pattern-syntax.ts';
import { answeredBy } from '../../vendors/model/answered-by.ts';

const MAX_PATTERN = 500;

/** Flags of the patterns of tests: speech has no case. */
export const PATTERN_FLAGS = 'iu';

/** For checks of several keys: a mistyped key is the better explanation. */
export const hasNoIssues = ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0;

/** Longest silence of a script in milliseconds: no call lasts longer. */
const MAX_SILENCE_MS = 3_600_000;

const NO_DURATION = 'Must be a duration such as 20s, 1500ms or 2m.';
const DURATION = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|m)$/;

/** A duration such as `20s`, `1500ms` or `2m`, in milliseconds. */
export const duration = () =>
  z.pipe(
    z.pipe(z.string(NO_DURATION).check(z.regex(DURATION, NO_DURATION)), z.transform(millisecondsOf)),
    integerBetween(1, MAX_SILENCE_MS),
  );

function millisecondsOf(text: string): number {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  return Math.round(Number(amount) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1));
}

const toolName = () => requiredText(64);
const stepName = () => requiredText(40);

/** The key among the values of an expectation that is none. */
export const CONFIRMED = 'confirmed';

/** A regular expression, or a part of the words. Both ignore case; the part also ignores punctuation. */
const words = () =>
  z
    .strictObject({
      matches: z.optional(
        requiredText(MAX_PATTERN).check(z.refine(isPattern, 'Must be a regular expression of JavaScript.')),
      ),
      contains: z.optional(requiredText(MAX_PATTERN)),
    })
    .check(
      z.refine(
        ({ matches, contains }) => (matches === undefined) !== (contains === undefined),
        'Must have either matches or contains.',
      ),
    );

const fields = () => ({
  tool: z.optional(
    z.union([
      toolName(),
      z.strictObject({ name: toolName(), args: z.optional(z.record(z.string(), z.unknown())) }),
    ]),
  ),
  not_tool: z.optional(toolName()),
  says: z.optional(z.union([requiredText(MAX_PATTERN), words()])),
  never_says: z.optional(z.union([requiredText(MAX_PATTERN), words()])),
  within_ms: z.optional(integerBetween(1, 60_000)),
  /** No call of `then` without an earlier call of `first`. */
  // biome-ignore lint/suspicious/noThenProperty: it is a string, which nobody awaits.
  tool_before: z.optional(z.strictObject({ first: toolName(), then: toolName() })),
  after_failure: z.optional(
    z.strictObject({ of: toolName(), never_says: z.union([requiredText(MAX_PATTERN), words()]) }),
  ),
  step: z.optional(stepName()),
  value: z.optional(
    z
      .catchall(z.object({ confirmed: z.optional(z.boolean()) }), z.unknown())
      .check(
        z.refine((value) => Object.keys(value).some((name) => name !== CONFIRMED), 'Must name a value.'),
      ),
  ),
  never_visits: z.optional(stepName()),
});

const fieldsOfTurn = () => ({
  ...fields(),
  judge: z.optional(
    z.strictObject({
      criterion: requiredText(2_000),
      quote: z._default(z.enum(['required', 'optional']), 'required'),
      about: z._default(z.enum(['agent', 'contact']), 'agent'),
    }),
  ),
});

const fieldsAtEnd = () => ({
  outcome: z.optional(
    z
      .strictObject({
        ended_by: z.optional(z.enum(['agent', 'contact', 'nobody'])),
        transferred: z.optional(z.boolean()),
        answered_by: z.optional(answeredBy),
      })
      .check(
        z.refine(
          (outcome) => Object.keys(outcome).length > 0,
          'Must have ended_by, transferred or answered_by.',
        ),
      ),
  ),
  invariants: z.optional(z.literal(true)),
  extract: z.optional(z.record(z.string(), z.unknown())),
});

const single = z.refine<object>((value) => Object.keys(value).length === 1, {
  error: 'Must have exactly one key: the kind of expectation.',
  when: hasNoIssues,
});

/** An expectation of every turn. */
export const expectation = () => z.strictObject(fields()).check(single);
export type Expectation = z.infer<ReturnType<typeof expectation>>;

/** An expectation of a turn. */
export const expectationOfTurn = () => z.strictObject(fieldsOfTurn()).check(single);

/** Most criteria of a test that a model judges: each is a request. */
const MAX_JUDGED = 50;

interface Judged {
  readonly judge?: unknown;
}

interface WithJudged {
  readonly greeting?: readonly Judged[] | undefined;
  readonly turns?: readonly { readonly expect?: readonly Judged[] | undefined }[] | undefined;
  readonly finally?: readonly Judged[] | undefined;
}

export const hasFewJudged = z.refine<WithJudged>(
  ({ greeting = [], turns = [], finally: atEnd = [] }) =>
    [...greeting, ...turns.flatMap(({ expect = [] }) => expect), ...atEnd].filter(({ judge }) => judge)
      .length <= MAX_JUDGED,
  { error: `A test may have at most ${MAX_JUDGED} criteria to judge.`, params: { type: 'too_many_judges' } },
);

/** An expectation of the whole conversation. */
export const expectationAtEnd = () => z.strictObject({ ...fieldsOfTurn(), ...fieldsAtEnd() }).check(single);
export type ExpectationAtEnd = z.infer<ReturnType<typeof expectationAtEnd>>;

export type Words = string | z.infer<ReturnType<typeof words>>;

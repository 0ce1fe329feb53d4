import * as z from 'zod/mini';
import { id, integerBetween, requiredText, text } from '../../platform/fields.ts';
import { isObject } from '../../platform/parse-json.ts';

/** What a value is, which decides how it is understood, checked and read back. */
export const valueType = z.enum([
  ...['phone_number', 'email', 'date', 'time', 'number', 'amount', 'name', 'address', 'choice', 'text'],
  ...['digits', 'card'],
] as const);
export type ValueType = z.infer<typeof valueType>;

/** Where a value comes from: the contact, the result of an action, the call's context, or the call itself. */
export const valueSource = z.enum(['contact', 'tool', 'context', 'call']);
export type ValueSource = z.infer<typeof valueSource>;

export const MAX_VALUES = 20;
const MAX_STEPS = 50;
const MAX_EXITS = 10;
const MAX_ACTIONS = 32;
const MAX_BYTES = 65_536;

const name = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z][A-Za-z0-9_]{0,39}$/,
        'A name has 1 to 40 letters, digits and _, and begins with a letter.',
      ),
    );

/** A map of names with a largest number of entries. */
const namedUpTo = <Inner extends z.ZodMiniType>(maximum: number, inner: Inner) =>
  z.record(name(), inner).check(
    z.refine((map) => Object.keys(map).length <= maximum, `At most ${maximum} entries are allowed.`),
    z.meta({ maxProperties: maximum }),
  );

/** What decides an exit: code by `when`, the model by `if`, neither for the else. */
const exitShape = () => ({
  when: z.optional(requiredText(500)),
  if: z.optional(requiredText(300)),
  to: name(),
  /** What the values of `when` must be. */
  from: z.optional(z.literal('tool')),
  confirmed: z.optional(z.literal(true)),
});

const isDecidedOnce = z.refine<{ when?: string | undefined; if?: string | undefined }>(
  (exit) => exit.when === undefined || exit.if === undefined,
  'An exit has either when or if; without both it is the else.',
);

const demandsOfWhen = z.refine<{
  when?: string | undefined;
  from?: 'tool' | undefined;
  confirmed?: true | undefined;
}>(
  (exit) => exit.when !== undefined || (exit.from === undefined && exit.confirmed === undefined),
  'from and confirmed are demands on the values of when.',
);

const exit = () => z.strictObject(exitShape()).check(isDecidedOnce, demandsOfWhen);
export type Exit = z.infer<ReturnType<typeof exit>>;

const alwaysExit = () =>
  z.strictObject({ ...exitShape(), at_most_every: z._default(integerBetween(1, 100), 1) }).check(
    isDecidedOnce,
    demandsOfWhen,
    z.refine((given) => given.when !== undefined || given.if !== undefined, 'Give when or if.'),
  );

const collected = () =>
  z
    .strictObject({
      type: valueType,
      description: z.optional(text(300)),
      choices: z.optional(z.array(requiredText(100)).check(z.minLength(1), z.maxLength(50))),
      confirm: z._default(z.enum(['none', 'read_back', 'spell']), 'none'),
      keypad: z.optional(z.enum(['offer', 'only'])),
    })
    .check(
      z.refine(({ type, choices }) => (type === 'choice') === (choices !== undefined), {
        path: ['choices'],
        error: 'A value of the type choice has choices, and no other has.',
      }),
    );
export type CollectedValue = z.infer<ReturnType<typeof collected>>;

const step = () =>
  z
    .strictObject({
      say: z.optional(requiredText(2000)),
      do: z.optional(requiredText(64)),
      goal: z.optional(requiredText(4000)),
      collect: z.optional(namedUpTo(MAX_VALUES, collected())),
      actions: z.optional(z.array(requiredText(64)).check(z.maxLength(MAX_ACTIONS))),
      secure: z._default(z.boolean(), false),
      next: z._default(z.array(exit()).check(z.maxLength(MAX_EXITS)), []),
    })
    .check(
      z.refine((given) => given.say ?? given.do ?? given.goal ?? given.collect, {
        error: 'A step has say, do, goal or collect.',
      }),
      z.refine(
        (given) => given.do === undefined || !(given.say ?? given.goal ?? given.collect ?? given.actions),
        { path: ['do'], error: 'A step that does an action has neither say, goal, collect nor actions.' },
      ),
    );
export type Step = z.infer<ReturnType<typeof step>>;

/** What another agent gets of the conversation. */
const history = () =>
  z.union([z.enum(['all', 'words', 'none']), z.strictObject({ last: integerBetween(1, 100) })]);

const handoff = () =>
  z.strictObject({
    agent: id,
    if: z.optional(requiredText(300)),
    carry: z._default(z.array(name()).check(z.maxLength(MAX_VALUES)), []),
    history: z._default(history(), 'words'),
    voice: z._default(z.enum(['keep', 'own']), 'keep'),
  });

/** An agent of several steps: plain data of its version. */
export const agentSteps = () =>
  z
    .strictObject({
      entry: name(),
      values: z._default(namedUpTo(MAX_VALUES, z.strictObject({ from: valueSource })), {}),
      steps: namedUpTo(MAX_STEPS, step()),
      always: z._default(z.array(alwaysExit()).check(z.maxLength(MAX_EXITS)), []),
      handoffs: z._default(namedUpTo(MAX_EXITS, handoff()), {}),
    })
    .check(
      z.refine(
        (given) => Buffer.byteLength(JSON.stringify(given)) <= MAX_BYTES,
        'The steps may have at most 64 KB as JSON.',
      ),
    );
export type AgentSteps = z.infer<ReturnType<typeof agentSteps>>;

/**
 * A parameter of an action that may only have a known value. In its JSON schema, `from` or `confirmed` says how the
 * value is known, and `value` which one it is, such as account.id. Without `value` it has the parameter's name.
 */
const demandedParameter = z.lazy(() =>
  z.object({
    from: z.optional(z.literal('tool')),
    confirmed: z.optional(z.literal(true)),
    value: z.optional(z.string()),
  }),
);

/** What the parameters of an action demand: of each value its path, its name first. */
export function demandsOf(parameters: unknown) {
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  return Object.entries(properties).flatMap(([parameter, schema]) => {
    const { value: path = parameter, ...demands } = demandedParameter.safeParse(schema).data ?? {};
    if (!demands.from && !demands.confirmed) return [];
    const [name = '', ...fields] = path.split('.');
    return [{ parameter, path, name, fields, ...demands }];
  });
}

/** What is wrong with the steps of an agent, and where. */
export interface StepIssue {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** What values with `from: call` can be: facts that every call has, unless the number is withheld. */
export const CALL_VALUES: readonly string[] = ['contact_number', 'direction', 'now', 'today'];

/** The ids of the agents to which steps hand the call. */
export const handoffIds = (steps: Pick<AgentSteps, 'handoffs'> | null | undefined): string[] => [
  ...new Set(Object.values(steps?.handoffs ?? {}).map(({ agent }) => agent)),
];

/** Variables of conditions that every step has. */
export const BUILT_IN: readonly string[] = ['visits', 'silences', 'attempts'];

/** The model's exit that takes the else of a step. */
export const DONE = 'done';

/** A name's entry of a map; undefined if it has none of its own. */
export const entryOf = <Entry>(map: Readonly<Record<string, Entry>>, key: string): Entry | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** Whether the step lasts until the contact, a value or the model ends it. Others only say or do something. */
export const isWaiting = ({ goal, collect }: Step): boolean => goal !== undefined || collect !== undefined;

/** The exit that is taken when no other is. */
export const elseOf = ({ next }: Pick<Step, 'next'>): Exit | undefined =>
  next.find((given) => given.when === undefined && given.if === undefined);

export const collectedBy = ({ steps }: Pick<AgentSteps, 'steps'>): [string, CollectedValue][] =>
  Object.values(steps).flatMap(({ collect = {} }) => Object.entries(collect));

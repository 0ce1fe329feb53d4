import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import type { ModelParameter, ModelTraits } from '../model/model-traits.ts';

export interface Plan {
  readonly omitted: ReadonlySet<ModelParameter>;
  /** The longest request in tokens, with its answer. */
  readonly window: number;
}

/** Why a model refused a request, if another one may succeed. */
export type Refusal =
  /** `parameter` is undefined if the vendor named none, or an unknown one. */
  | { readonly reason: 'parameter'; readonly parameter: ModelParameter | undefined }
  /** `window` is the longest request in tokens, if the vendor reported it. */
  | { readonly reason: 'too_long'; readonly window: number | undefined };

export interface PlannedRequest {
  readonly carried: readonly ModelParameter[];
  /** Estimates its tokens, without the answer. */
  readonly tokens: () => number;
}

/** What to remember of a refusal if a request without its cause succeeds. */
interface Lesson {
  readonly refused: readonly ModelParameter[];
  readonly window?: number;
  /** Whether it also holds for other requests. */
  readonly isGeneral: boolean;
}

/** The smallest plausible window, in tokens. */
const LEAST_WINDOW = 1_000;

/** Parameters that a conversation can do without; the others change what the agent can do. */
const OPTIONAL: ReadonlySet<ModelParameter> = new Set([
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'stream_options',
  'tool_choice',
  'reasoning_effort',
  'prompt_cache',
  'late_system',
]);

/** The plan after a refusal: without all optional parameters, or with fewer messages. Undefined if nothing is left. */
function planAfter(
  plan: Plan,
  refusal: Refusal,
  { carried, tokens }: PlannedRequest,
): { readonly plan: Plan; readonly lesson: Lesson } | undefined {
  if (refusal.reason === 'too_long') {
    const window = Math.max(LEAST_WINDOW, Math.min(refusal.window ?? plan.window, Math.floor(tokens() / 2)));
    return window < plan.window
      ? { plan: { ...plan, window }, lesson: { refused: [], window, isGeneral: true } }
      : undefined;
  }
  const { parameter } = refusal;
  if (parameter && !OPTIONAL.has(parameter)) {
    if (!carried.includes(parameter)) return undefined;
    // A user's own schema may have caused the refusal: other users keep their tools.
    return { plan: omitting(plan, [parameter]), lesson: { refused: [parameter], isGeneral: false } };
  }
  const dropped = carried.filter((each) => OPTIONAL.has(each));
  if (dropped.length === 0) return undefined;
  const refused = parameter ? [parameter] : dropped;
  return { plan: omitting(plan, [...OPTIONAL]), lesson: { refused, isGeneral: true } };
}

const omitting = (plan: Plan, parameters: readonly ModelParameter[]): Plan => ({
  ...plan,
  omitted: new Set([...plan.omitted, ...parameters]),
});

/** Maximum requests to a model for one answer. A refusal takes some 200 ms; the callee waits at most 3 s. */
const MAX_REQUESTS = 3;

export interface SendableRequest<Answer> extends PlannedRequest {
  /** Resolves when the vendor begins to answer; rejects if it refuses. */
  readonly send: () => Promise<Answer>;
}

/** Asks a model again without what it refuses. A lesson is kept once the next request succeeds, which proves it. */
export async function askAsAccepted<Answer>(
  model: KnownModel,
  {
    prepare,
    readRefusal,
  }: {
    readonly prepare: (plan: Plan) => SendableRequest<Answer>;
    readonly readRefusal: (error: unknown, request: PlannedRequest) => Refusal | undefined;
  },
): Promise<Answer> {
  let plan = planFor(model);
  let lessons: readonly Lesson[] = [];
  for (let number = 1; ; number++) {
    const request = prepare(plan);
    try {
      const answer = await request.send();
      for (const lesson of lessons) remember(model, lesson);
      return answer;
    } catch (error) {
      const refusal = number < MAX_REQUESTS ? readRefusal(error, request) : undefined;
      const next = refusal && planAfter(plan, refusal, request);
      if (!next) throw error;
      plan = next.plan;
      lessons = [...lessons, next.lesson];
    }
  }
}

/** A model at its vendor, and the operator's knowledge about it. */
export interface KnownModel {
  /** The address of the vendor's API. */
  readonly endpoint: string;
  readonly model: string;
  readonly traits?: ModelTraits | undefined;
}

/** The longest request in tokens, with its answer, to a model whose window is not known. */
const USUAL_WINDOW = 64_000;

/** Milliseconds for which a lesson is remembered: vendors change, and a wrong lesson must not last. */
const REMEMBERED_MS = 3_600_000;

/** Maximum models that are remembered: users may name any. */
const MAX_MODELS = 500;

const lessonsByModel = new Map<
  string,
  { readonly refused: ReadonlySet<ModelParameter>; readonly window: number; readonly untilMs: number }
>();

const keyOf = ({ endpoint, model }: KnownModel) => `${endpoint} ${model}`;

/** How to build requests to a model, by the configuration and by past refusals. */
function planFor(model: KnownModel): Plan {
  const { refuses = [], window = USUAL_WINDOW } = model.traits ?? {};
  const lesson = lessonsByModel.get(keyOf(model));
  if (!lesson || lesson.untilMs < systemClock().getTime()) return { omitted: new Set(refuses), window };
  return { omitted: new Set([...refuses, ...lesson.refused]), window: Math.min(window, lesson.window) };
}

/** Remembers what a model refused. The log tells the operator what to add to the configuration. */
function remember(model: KnownModel, { refused, window, isGeneral }: Lesson): void {
  logger.warn(
    'A model refused a request and accepted a reduced one. Describe the model in languageModel.models.',
    {
      model: model.model,
      refused,
      window,
    },
  );
  if (!isGeneral) return;
  const before = planFor(model);
  if (lessonsByModel.size >= MAX_MODELS) lessonsByModel.clear();
  lessonsByModel.set(keyOf(model), {
    refused: new Set([...before.omitted, ...refused]),
    window: Math.min(before.window, window ?? before.window),
    untilMs: systemClock().getTime() + REMEMBERED_MS,
  });
}

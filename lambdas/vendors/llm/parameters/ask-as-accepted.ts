import { systemClock } from '../../../platform/clock.ts';
import { logger } from '../../../platform/logger.ts';
import type { ModelParameter, ModelTraits } from '../../model/model-traits.ts';
import { type Lesson, type Plan, type PlannedRequest, planAfter, type Refusal } from './plan.ts';

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

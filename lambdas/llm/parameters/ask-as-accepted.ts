import { type KnownModel, knownPlan, remember } from './learned.ts';
import { type Lesson, type Plan, type PlannedRequest, planAfter, type Refusal } from './plan.ts';

/** Requests to a model for one answer. A refusal takes some 200 ms; the callee waits at most 3 s. */
const MAX_REQUESTS = 3;

export interface SendableRequest<Answer> extends PlannedRequest {
  /** Resolves when the vendor begins to answer; rejects if it refuses. */
  readonly send: () => Promise<Answer>;
}

/**
 * Asks a model as its known limits permit, and again without the parameters that it refuses. A lesson from a refusal is
 * remembered once the next request has succeeded: then it was the cause. Rejects with the last refusal.
 */
export async function askAsAccepted<Answer>(
  known: KnownModel,
  {
    prepare,
    readRefusal,
  }: {
    readonly prepare: (plan: Plan) => SendableRequest<Answer>;
    readonly readRefusal: (error: unknown, request: PlannedRequest) => Refusal | undefined;
  },
): Promise<Answer> {
  let plan = knownPlan(known);
  let lessons: readonly Lesson[] = [];
  for (let number = 1; ; number++) {
    const request = prepare(plan);
    try {
      const answer = await request.send();
      for (const lesson of lessons) remember(known, lesson);
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

import type { ModelParameter } from '../../model/model-traits.ts';

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
export interface Lesson {
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
export function planAfter(
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

import type { ReasoningEffort } from '../../domain/records/agent.ts';

/** Claude models that cache no prompts: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const UNCACHED_CLAUDE = /claude-(?:v2|instant|3-(?:sonnet|haiku|opus)|3-5-sonnet-20240620)/;

/**
 * Where requests to a model mark the end of the part to cache. An application inference profile does not reveal its
 * model, so it gets no mark. A wrong guess is corrected after the refusal.
 */
export function cachePointsOf(model: string): { readonly system: boolean; readonly messages: boolean } {
  const isClaude = model.includes('anthropic.claude') && !UNCACHED_CLAUDE.test(model);
  return { system: isClaude || model.includes('amazon.nova'), messages: isClaude };
}

const EFFORTS = { none: 'low', minimal: 'low', low: 'low', medium: 'medium', high: 'high' } as const;

/**
 * The fields that set a model's reasoning effort. Claude's are not among them: its reasoning would have to be sent back
 * with each tool result, and callers would wait for it.
 * https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html
 */
export function reasoningFields(
  model: string,
  effort: ReasoningEffort | null | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (!effort) return undefined;
  if (model.includes('openai.gpt')) return { reasoning_effort: EFFORTS[effort] };
  const reasons = effort !== 'none' && effort !== 'minimal';
  if (!model.includes('amazon.nova-2') || !reasons) return undefined;
  return { reasoningConfig: { type: 'enabled', maxReasoningEffort: EFFORTS[effort] } };
}

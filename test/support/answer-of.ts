import type { LanguageModel, ModelChunk, ModelRequest } from '../../lambdas/vendors/llm/language-model.ts';
import type { ModelUsage } from '../../lambdas/vendors/llm/model-usage.ts';

/** The whole answer of a model: its text, its calls of tools, the usage, and the failure that ended it, if any. */
export async function answerOf(model: LanguageModel, request: Partial<ModelRequest> = {}) {
  const usages: ModelUsage[] = [];
  const chunks: ModelChunk[] = [];
  const stream = model.stream({
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hello?' },
    ],
    tools: [],
    mayUseTools: true,
    temperature: 0,
    signal: AbortSignal.timeout(60_000),
    onUsage: (usage) => usages.push(usage),
    ...request,
  });
  let error: unknown;
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (fault) {
    error = fault;
  }
  const text = chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('');
  const calls = chunks.flatMap((chunk) => (chunk.kind === 'tool' ? [chunk.call] : []));
  return { text, calls, usages, error };
}

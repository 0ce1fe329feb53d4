import { type CompletionRequest, completionRequestSchema } from '../model/completion-request.ts';
import { type ConverseRequest, toolNames } from './converse-request.ts';

/** How a request in words asks for JSON; the API has no field for it. */
const SCHEMA = /JSON Schema: (\{.*\})/s;

/** The request in the form that the scripted model reads. */
export function toCompletionRequest(model: string, request: ConverseRequest): CompletionRequest {
  const system = (request.system ?? []).flatMap((part) => ('text' in part ? part.text : []));
  const messages = request.messages.flatMap(({ role, content }) =>
    content.flatMap((block) => {
      if ('text' in block) return [{ role, content: block.text }];
      if (!('toolResult' in block)) return [];
      const parts = block.toolResult.content.map((part) =>
        'text' in part ? part.text : JSON.stringify(part.json),
      );
      return [{ role: 'tool', content: parts.join('') }];
    }),
  );
  const [, schema] = SCHEMA.exec(messages.at(-1)?.content ?? '') ?? [];
  return completionRequestSchema.parse({
    model,
    stream: true,
    messages: [{ role: 'system', content: system.join('\n') }, ...messages],
    tools: toolNames(request).map((name) => ({ function: { name } })),
    ...(schema !== undefined && { response_format: { json_schema: { schema: JSON.parse(schema) } } }),
  });
}

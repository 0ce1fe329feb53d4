import { z } from 'zod';

/** A message's content: text, or parts, of which only texts are read. */
const content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ text: z.string().optional() }))])
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.map((part) => part.text ?? '').join('') : (value ?? ''),
  );

/** The fields of a chat-completions request that the scripted model reads. */
export const completionRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .looseObject({
      json_schema: z.looseObject({
        schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
      }),
    })
    .nullish(),
  tools: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string() }) }))
    .nullish()
    .transform((tools) => tools ?? []),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

export interface Situation {
  readonly lastUser: string;
  readonly system: string;
  readonly model: string;
  readonly turn: number;
  /** The fields of the requested JSON object. Undefined if text is requested. */
  readonly fields: readonly string[] | undefined;
  /** The content of the last message if it is a tool's result. */
  readonly toolResult: string | undefined;
}

/** Extracts the parts that rules match. */
export function situationOf({ model, messages, response_format: form }: CompletionRequest): Situation {
  const ofUser = messages.filter(({ role }) => role === 'user');
  const ofSystem = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const last = messages.at(-1);
  return {
    lastUser: ofUser.at(-1)?.content ?? '',
    system: ofSystem.map((message) => message.content).join('\n'),
    model,
    turn: ofUser.length,
    fields: form ? Object.keys(form.json_schema.schema.properties) : undefined,
    toolResult: last?.role === 'tool' ? last.content : undefined,
  };
}

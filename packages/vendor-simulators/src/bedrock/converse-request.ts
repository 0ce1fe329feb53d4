import { z } from 'zod';

const text = z.strictObject({ text: z.string() });
const cachePoint = z.strictObject({
  cachePoint: z.strictObject({ type: z.literal('default'), ttl: z.enum(['5m', '1h']).optional() }),
});
const toolUse = z.strictObject({
  toolUse: z.strictObject({
    toolUseId: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    input: z.record(z.string(), z.unknown()),
  }),
});
const toolResult = z.strictObject({
  toolResult: z.strictObject({
    toolUseId: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    content: z.array(z.union([text, z.strictObject({ json: z.unknown() })])),
    status: z.enum(['success', 'error']).optional(),
  }),
});
const block = z.union([text, cachePoint, toolUse, toolResult]);
export type Block = z.infer<typeof block>;

/**
 * The supported fields of a Converse request's body; any other field is refused:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_RequestSyntax
 */
export const converseRequestSchema = z.strictObject({
  system: z.array(z.union([z.strictObject({ text: z.string().min(1) }), cachePoint])).optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).max(2500).optional(),
    })
    .optional(),
  toolConfig: z
    .strictObject({
      tools: z
        .array(
          z.union([
            cachePoint,
            z.strictObject({
              toolSpec: z.strictObject({
                name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
                description: z.string().min(1).optional(),
                inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
              }),
            }),
          ]),
        )
        .min(1),
      toolChoice: z
        .union([
          z.strictObject({ auto: z.strictObject({}) }),
          z.strictObject({ any: z.strictObject({}) }),
          z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
        ])
        .optional(),
    })
    .optional(),
  additionalModelRequestFields: z.record(z.string(), z.unknown()).optional(),
});
export type ConverseRequest = z.infer<typeof converseRequestSchema>;

/** The tools of a request by their names. */
export const toolNames = ({ toolConfig }: ConverseRequest): string[] =>
  (toolConfig?.tools ?? []).flatMap((tool) => ('toolSpec' in tool ? tool.toolSpec.name : []));

/** The words of a request; a token is a word here. */
export function wordsOf({ system = [], messages }: ConverseRequest): number {
  const texts = [...system, ...messages.flatMap(({ content }) => content)].flatMap((part) =>
    'text' in part ? part.text : 'cachePoint' in part ? [] : JSON.stringify(part),
  );
  return texts.flatMap((each) => each.split(/\s+/).filter(Boolean)).length;
}

import { z } from 'zod';

/** The contents of an endless stream. */
export const endlessKind = z.enum([
  'tool_parts',
  /** One tool call after another. */
  'tool_calls',
  'empty',
  'reasoning',
  /** Comments, which keep a connection open. */
  'comments',
  /** Text without spaces or punctuation. */
  'letters',
  /** Sentence after sentence. */
  'sentences',
  'line',
]);
export type EndlessKind = z.infer<typeof endlessKind>;

/** Longest pause of a rule in milliseconds. */
const MAX_PAUSE_MS = 600_000;

const pattern = z.string().refine(isRegularExpression, 'must be a regular expression');
const milliseconds = z.number().int().min(0).max(MAX_PAUSE_MS);
const reply = z.string();

/** A rule of the scripted model: its conditions and its reply. */
export const ruleSchema = z.strictObject({
  /** All conditions must hold; patterns are case-insensitive. A rule without conditions always applies. */
  when: z
    .strictObject({
      last_user: pattern.optional(),
      system: pattern.optional(),
      model: pattern.optional(),
      json: z.boolean().optional(),
      turn: z.number().int().min(0).optional(),
      tool_result: pattern.optional(),
    })
    .optional(),
  /**
   * Several replies are used in rotation, in each conversation from the first. `${last_user}` and `${system}` are
   * replaced. `${form}` is replaced by a form that is filled in from a recorded call, `${analysis}` by answers to the
   * questions about it, both from what rules find; `${verdict}` by a verdict on it, from the agent's words, and
   * `${contact}` by what the contact of a test does next.
   */
  reply: z.union([reply, z.array(reply).min(1)]).optional(),
  /** Findings in calls that have the quotation: `summary`, `success`, `sentiment`, and fields by name. */
  finds: z
    .record(z.string(), z.strictObject({ value: z.unknown(), quotation: z.string().min(1) }))
    .optional(),
  tool_call: z
    .strictObject({
      name: z.string().min(1),
      arguments: z.record(z.string(), z.unknown()).default({}),
      /** Call the first offered tool whose name contains the name; none if there is no such tool. */
      only_if_offered: z.boolean().default(false),
    })
    .optional(),
  /** Milliseconds before the first token, and between tokens. */
  first_token_ms: milliseconds.default(0),
  token_ms: milliseconds.default(0),
  /** Milliseconds between the parts of a streamed tool call. */
  tool_ms: milliseconds.default(0),
  /** Whether a streamed answer reports its tokens to a client that asks for them. */
  usage: z.boolean().default(true),
  /** `cut` and `hang` happen after `after_tokens` tokens: by default half of the reply, and none. */
  fault: z.enum(['http_500', 'hang', 'cut']).optional(),
  /** An exception of Amazon Bedrock, in place of the answer or after `after_tokens` tokens of it. */
  exception: z
    .enum([
      'AccessDeniedException',
      'InternalServerException',
      'ModelErrorException',
      'ModelNotReadyException',
      'ModelStreamErrorException',
      'ServiceUnavailableException',
      'ThrottlingException',
      'ValidationException',
    ])
    .optional(),
  after_tokens: z.number().int().min(0).optional(),
  /** After the reply, a streamed answer continues endlessly with these, one piece every `token_ms`. */
  endless: endlessKind.optional(),
});
export type Rule = z.infer<typeof ruleSchema>;
/** What rules find, by names; of several with one name, the first that is proven counts. */
export type Findings = readonly (readonly [string, NonNullable<Rule['finds']>[string]])[];
export type RuleInput = z.input<typeof ruleSchema>;

/** The body of `PUT /simulator/rules`: a list, or an object that holds it. */
export const rulesSchema = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && 'rules' in body ? body.rules : body),
  z.array(ruleSchema).max(1000),
);

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source, 'i');
    return true;
  } catch {
    return false;
  }
}

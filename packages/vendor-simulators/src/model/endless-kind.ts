import { z } from 'zod';

/** What a stream that never ends is made of. */
export const endlessKind = z.enum([
  /** Parts of the arguments of one tool call. */
  'tool_parts',
  /** One tool call after another. */
  'tool_calls',
  /** Chunks that change nothing. */
  'empty',
  /** What some models write about their thoughts. */
  'reasoning',
  /** Comments, which keep a connection open. */
  'comments',
  /** Text of nothing but spaces. */
  'blank',
  /** Text without a space or punctuation. */
  'letters',
  /** Sentence after sentence. */
  'sentences',
  /** One line that does not end. */
  'line',
]);
export type EndlessKind = z.infer<typeof endlessKind>;

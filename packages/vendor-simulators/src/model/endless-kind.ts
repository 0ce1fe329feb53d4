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
  /** Only spaces. */
  'blank',
  /** Text without spaces or punctuation. */
  'letters',
  /** Sentence after sentence. */
  'sentences',
  'line',
]);
export type EndlessKind = z.infer<typeof endlessKind>;

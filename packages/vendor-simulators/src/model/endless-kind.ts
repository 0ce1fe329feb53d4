import { z } from 'zod';

/** The contents of an endless stream. */
export const endlessKind = z.enum([
  /** Parts of the arguments of one tool call. */
  'tool_parts',
  /** One tool call after another. */
  'tool_calls',
  /** Chunks that change nothing. */
  'empty',
  /** Reasoning text of some models. */
  'reasoning',
  /** Comments, which keep a connection open. */
  'comments',
  /** Only spaces. */
  'blank',
  /** Text without spaces or punctuation. */
  'letters',
  /** Sentence after sentence. */
  'sentences',
  /** One endless line. */
  'line',
]);
export type EndlessKind = z.infer<typeof endlessKind>;

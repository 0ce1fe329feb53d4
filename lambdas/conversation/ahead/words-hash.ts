import { createHash } from 'node:crypto';
import { normalizedWords } from '../../domain/conversations/same-words.ts';

/** A hash of an utterance that ignores case, spaces and punctuation. */
export const wordsHash = (connectionId: string, words: string): string =>
  createHash('sha256')
    .update(`${connectionId}\n${normalizedWords(words)}`)
    .digest('base64url');

import * as z from 'zod/mini';

/** The sides of speech, each with a provider of its own. */
export const speechPart = z.enum(['voice', 'transcription']);
export type SpeechPart = z.infer<typeof speechPart>;

import * as z from 'zod/mini';
import { integerBetween, numberBetween, requiredText } from '../../platform/fields.ts';

/** Models that transcribe the caller. `flux` also judges the end of a turn; the others end it after a silence. */
const transcriptionModel = z.enum(['flux', 'nova-3-general', 'nova-2-general']);
export type TranscriptionModel = z.infer<typeof transcriptionModel>;

const MOST_REQUESTS_AHEAD = 5;

/** How an agent takes turns, beyond its sensitivity. */
export const turnTaking = () =>
  z.strictObject({
    transcription_model: z.optional(transcriptionModel),
    end_of_turn_confidence: z.optional(numberBetween(0.5, 0.9)),
    longest_silence_ms: z.optional(integerBetween(600, 5000)),
    turn_detection: z.optional(z.boolean()),
    ask_ahead: z._default(z.boolean(), false),
    requests_ahead: z._default(integerBetween(1, MOST_REQUESTS_AHEAD), 2),
  });
export type TurnTaking = z.infer<ReturnType<typeof turnTaking>>;

/** Words that the transcription expects, with their weights. */
export const speechKeywords = () =>
  z.record(requiredText(100), numberBetween(-1_000_000, 1_000_000)).check(
    z.refine((words) => Object.keys(words).length <= 100, 'At most 100 keywords are allowed.'),
    z.meta({ maxProperties: 100 }),
  );

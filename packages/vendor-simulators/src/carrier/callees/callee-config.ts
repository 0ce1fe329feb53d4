import { z } from 'zod';

const text = z.string().trim().min(1);
const digits = z.string().regex(/^[0-9*#]+$/, 'Must be keys of a telephone: 0-9, * and #.');
const milliseconds = z.number().int().min(0).max(3_600_000);

/** A pause of a speaker who has not finished, in real milliseconds. */
const silence = z.strictObject({
  pause_ms: milliseconds,
  /** The turn model's confidence that the speaker has finished here, 0 to 1. */
  confidence: z.number().min(0).max(1).default(0.3),
});

/** Most events that the vendor keeps for an application that it connects with again. */
export const MAX_REPLAYED = 500;

/** How the relay's WebSocket is lost. Milliseconds are real. */
export const dropSchema = z.strictObject({
  /** Milliseconds until the carrier connects again; null: never. @default 250 at the carrier's pace */
  reconnect_after_ms: milliseconds.nullable().optional(),
  /** The number of events before the loss that are sent again. @default those of the last 250 ms */
  resend_last: z.number().int().min(0).max(MAX_REPLAYED).optional(),
  /** Swaps neighbours among the replayed events. */
  reorder: z.boolean().default(false),
  /** Milliseconds for which the lost WebSocket stays open, unread, even beside the new one. */
  close_after_ms: milliseconds.default(0),
});
export type Drop = z.infer<typeof dropSchema>;

/** Text to speech, or speech to text. */
export const speechSide = z.enum(['tts', 'stt']);
export type SpeechSide = z.infer<typeof speechSide>;

const afterWords = z.number().int().min(0);

/** An action of a callee. Milliseconds are real, not scaled by the carrier's pace. */
export const lineSchema = z.union([
  z.strictObject({
    say: z.union([text, z.array(z.union([text, silence])).min(1)]),
    /** The spoken language (BCP 47), if it differs from the one the application listens for. */
    lang: z.string().optional(),
    /** The final words, if they differ from the partial ones. */
    final_words: text.optional(),
  }),
  z.strictObject({ interrupt: text, after_words: afterWords.default(3) }),
  /** With `after_words`, while the agent speaks; otherwise after it has finished. */
  z.strictObject({ dtmf: digits, after_words: afterWords.optional() }),
  /** Words of a machine, or of a person who comes to the telephone. They do not wait until the agent is silent. */
  z.strictObject({ announce: text }),
  /** The beep of a machine, after which it records. It ends `DetectMessageEnd` of answering-machine detection. */
  z.strictObject({ beep: z.literal(true) }),
  z.strictObject({ wait_ms: milliseconds }),
  /** The relay's WebSocket is lost, with `after_words` while the agent speaks. */
  z.strictObject({ drop: dropSchema, after_words: afterWords.optional() }),
  /** A provider fails, likewise. */
  z.strictObject({ fail: speechSide, after_words: afterWords.optional() }),
  /** The agent's words come back from the callee's telephone after that number of them. */
  z.strictObject({ echo: z.literal(true), after_words: afterWords.default(3) }),
  z.strictObject({ hang_up: z.literal(true) }),
  /**
   * `answered`: the callee listens until the agent has said something, or sent digits, for at most `patience_ms`.
   * `relay_ended`: they say nothing more in the present conversation; the script continues after a transfer, for example.
   */
  z.strictObject({ until: z.enum(['answered', 'relay_ended']) }),
]);
export type Line = z.infer<typeof lineSchema>;
export type LineInput = z.input<typeof lineSchema>;

export type Silence = z.infer<typeof silence>;

export interface Utterance {
  readonly parts: readonly (string | Silence)[];
  /** The words without the pauses. */
  readonly words: string;
  readonly finalWords?: string | undefined;
  /** The language in which they are spoken. @default the one in which the application listens */
  readonly lang?: string | undefined;
}

export function utteranceOf(
  line: Extract<Line, { say: unknown } | { interrupt: string } | { announce: string }>,
): Utterance {
  if ('announce' in line) return { parts: [line.announce], words: line.announce };
  if ('interrupt' in line) return { parts: [line.interrupt], words: line.interrupt };
  const parts = typeof line.say === 'string' ? [line.say] : line.say;
  const words = parts.filter((part) => typeof part === 'string').join(' ');
  return { parts, words, finalWords: line.final_words, lang: line.lang };
}

/** The default script: a callee who books an appointment. */
const defaultScript: Line[] = [
  { say: 'Hello, I would like to book an appointment.' },
  { say: 'Tuesday would suit me.' },
  { say: 'At three in the afternoon, please.' },
  { say: 'My name is Anna Berger.' },
  { say: 'Yes, that is right.' },
  { say: 'Thank you, goodbye.' },
];

/** The result of answering-machine detection, in the vendor's words. */
const answeredBy = z.enum([
  'human',
  'machine_start',
  'machine_end_beep',
  'machine_end_silence',
  'machine_end_other',
  'fax',
  'unknown',
]);
export type AnsweredBy = z.infer<typeof answeredBy>;

const personSchema = z.strictObject({
  answer: z
    .enum(['answer', 'busy', 'no-answer', 'failed', 'reject-request', 'lose-answer'])
    .default('answer'),
  answered_by: answeredBy.default('human'),
  /** The recording of the call: a file, or none because it is too short. */
  recording: z.enum(['completed', 'absent']).default('completed'),
  /** The outcome of a text message to the callee; `unsubscribed` and `landline` are refused. */
  text: z.enum(['delivered', 'undelivered', 'unsubscribed', 'landline', 'lose-answer']).default('delivered'),
  /** Real milliseconds of ringing before the answer. By default two seconds at the carrier's pace. */
  ring_ms: milliseconds.optional(),
  /** A text is something that the callee says. */
  script: z
    .array(z.union([text.transform((say): Line => ({ say })), lineSchema]))
    .max(500)
    .default(defaultScript),
  interactive: z.boolean().default(false),
  /** Real milliseconds that the callee waits for the agent to speak before continuing regardless. */
  patience_ms: milliseconds.default(10_000),
  /** Real milliseconds between the last word of a turn and the report that the turn is over. */
  end_pointing_ms: milliseconds.default(0),
  duplicate_callbacks: z.boolean().default(false),
  /** Losses of the relay's WebSocket by a seed: after this share of its events, each in another way. */
  faults: z
    .strictObject({ seed: z.number().int(), share: z.number().min(0).max(1).default(0.02) })
    .optional(),
});

/** The behaviour of the person or machine at a telephone number. */
export const calleeSchema = personSchema.extend({
  /** Callees at further numbers during this call: the people to whom it may be transferred. */
  others: z.record(z.string(), personSchema).default({}),
});
export type Callee = z.infer<typeof calleeSchema>;
export type CalleeInput = z.input<typeof calleeSchema>;

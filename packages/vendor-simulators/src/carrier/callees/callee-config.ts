import { z } from 'zod';

const text = z.string().trim().min(1);
/** The keys of a telephone. */
const digits = z.string().regex(/^[0-9*#]+$/, 'must be keys of a telephone: 0-9, * and #');
const milliseconds = z.number().int().min(0).max(3_600_000);

/** One thing that a callee does. Milliseconds here are real, not scaled by the carrier's pace. */
export const lineSchema = z.union([
  z.strictObject({ say: text }),
  z.strictObject({ interrupt: text, after_words: z.number().int().min(0).default(3) }),
  /** With `after_words`, into what the agent is saying; else when the agent has finished. */
  z.strictObject({ dtmf: digits, after_words: z.number().int().min(0).optional() }),
  z.strictObject({ wait_ms: milliseconds }),
  z.strictObject({ hang_up: z.literal(true) }),
]);
export type Line = z.infer<typeof lineSchema>;

/** The script of a callee without one: somebody who books an appointment. */
const defaultScript: Line[] = [
  { say: 'Hello, I would like to book an appointment.' },
  { say: 'Tuesday would suit me.' },
  { say: 'At three in the afternoon, please.' },
  { say: 'My name is Anna Berger.' },
  { say: 'Yes, that is right.' },
  { say: 'Thank you, goodbye.' },
];

/** Who or what answers, in the vendor's words for it. */
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

/** How the person or machine at a telephone number behaves. */
export const calleeSchema = z.strictObject({
  answer: z
    .enum(['answer', 'busy', 'no-answer', 'failed', 'reject-request', 'lose-answer'])
    .default('answer'),
  /** What machine detection makes of the callee. */
  answered_by: answeredBy.default('human'),
  /** What becomes of a recording of the call: a file, or none because it is too short. */
  recording: z.enum(['completed', 'absent']).default('completed'),
  /** Real milliseconds of ringing before the answer. By default two seconds at the carrier's pace. */
  ring_ms: milliseconds.optional(),
  script: z.array(lineSchema).max(500).default(defaultScript),
  /** Lines come from the control side while the call runs, after those of the script. */
  interactive: z.boolean().default(false),
  /** Real milliseconds that the callee waits for the agent to say something before it goes on regardless. */
  patience_ms: milliseconds.default(10_000),
  duplicate_callbacks: z.boolean().default(false),
  callback_delay_ms: milliseconds.default(0),
  callback_order: z.enum(['in-order', 'reversed']).default('in-order'),
});
export type Callee = z.infer<typeof calleeSchema>;
/** A callee as one describes it, without the defaults. */
export type CalleeInput = z.input<typeof calleeSchema>;

import { z } from 'zod';

export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Some of these words, separated by spaces. */
export function words<const T extends readonly [string, ...string[]]>(known: T) {
  return z
    .string()
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .pipe(z.array(z.enum(known)));
}

const inputKinds = z.enum(['none', 'dtmf', 'speech', 'any']);
export type InputKinds = z.infer<typeof inputKinds>;

/** In milliseconds, 600 to 5,000, or `auto`. */
const speechTimeout = z
  .string()
  .refine((value) => value === 'auto' || (/^\d+$/.test(value) && +value >= 600 && +value <= 5000), {
    message: 'must be auto or 600 to 5000',
  });

/** The confidence that a turn model needs to end a turn: 0.5 to 0.9. */
const confidence = z
  .string()
  .refine((value) => /^0\.\d{1,4}$/.test(value) && +value >= 0.5 && +value <= 0.9, 'must be 0.5 to 0.9')
  .transform(Number);

/** The URL of the application's WebSocket; the vendor passes values as parameters, never in a query. */
const url = z
  .string()
  .refine((value) => /^wss?:\/\//.test(value) && URL.canParse(value), 'must be a WebSocket URL')
  .refine((value) => !value.includes('?') && !value.includes('#'), 'must have no query string');

/** The known attributes of `<ConversationRelay>` and their defaults; any other is an error. */
export const relaySettingsSchema = z.strictObject({
  url,
  welcomeGreeting: z.string().optional(),
  welcomeGreetingInterruptible: inputKinds.default('any'),
  language: z.string().default('en-US'),
  ttsLanguage: z.string().optional(),
  transcriptionLanguage: z.string().optional(),
  ttsProvider: z.enum(['Google', 'Amazon', 'ElevenLabs']).default('ElevenLabs'),
  voice: z.string().optional(),
  transcriptionProvider: z.literal('Deepgram').optional(),
  speechModel: z.enum(['flux', 'nova-3-general', 'nova-2-general']).optional(),
  speechTimeout: speechTimeout.default('auto'),
  eotThreshold: confidence.optional(),
  partialPrompts: boolean.default(false),
  interruptible: inputKinds.default('any'),
  interruptSensitivity: z.enum(['low', 'medium', 'high']).default('high'),
  reportInputDuringAgentSpeech: inputKinds.default('none'),
  ignoreBackchannel: boolean.default(false),
  dtmfDetection: boolean.default(false),
  hints: z.string().optional(),
  events: words(['speaker-events', 'tokens-played']).default([]),
  applicationReconnect: boolean.default(false),
  backgroundNoiseReduction: z.string().optional(),
});
export type RelaySettings = z.infer<typeof relaySettingsSchema>;

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

/** A setting of an attribute's form, which a frame may also give as a number or a boolean. */
const setting = <T>(form: z.ZodType<T, string>) =>
  z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(form);

/** What may change during a session. That frames have it beside their type is assumed. */
const changeable = z.strictObject({
  interruptible: setting(inputKinds),
  preemptible: setting(boolean),
  dtmfDetection: setting(boolean),
  reportInputDuringAgentSpeech: setting(inputKinds),
  partialPrompts: setting(boolean),
  speechTimeout: setting(speechTimeout),
  echoPromptFiltering: setting(boolean),
  interruptSensitivity: setting(z.enum(['low', 'medium', 'high'])),
  ignoreBackchannel: setting(boolean),
  profanityFilter: setting(boolean),
  eotThreshold: setting(confidence),
});
export const changedSettings = changeable.partial().shape;

export const providers = {
  ttsProvider: z.enum(['Google', 'Amazon', 'ElevenLabs']).optional(),
  voice: z.string().optional(),
  transcriptionProvider: z.enum(['Deepgram', 'Google']).optional(),
  speechModel: z.enum(['flux', 'nova-3-general', 'nova-2-general', 'telephony', 'long']).optional(),
};

const { shape } = changeable;

/** The known attributes of `<ConversationRelay>` and their defaults; any other is an error. */
export const relaySettingsSchema = z.strictObject({
  ...changedSettings,
  ...providers,
  url,
  welcomeGreeting: z.string().optional(),
  welcomeGreetingInterruptible: inputKinds.default('any'),
  language: z.string().default('en-US'),
  ttsLanguage: z.string().optional(),
  transcriptionLanguage: z.string().optional(),
  ttsProvider: providers.ttsProvider.unwrap().default('ElevenLabs'),
  speechTimeout: shape.speechTimeout.default('auto'),
  partialPrompts: shape.partialPrompts.default(false),
  interruptible: shape.interruptible.default('any'),
  interruptSensitivity: shape.interruptSensitivity.default('high'),
  reportInputDuringAgentSpeech: shape.reportInputDuringAgentSpeech.default('none'),
  ignoreBackchannel: shape.ignoreBackchannel.default(false),
  // Assumed: the vendor names no default.
  echoPromptFiltering: shape.echoPromptFiltering.default(false),
  dtmfDetection: shape.dtmfDetection.default(false),
  /** Assumed: a switch. https://www.twilio.com/docs/voice/conversationrelay/turn-detection */
  turnDetection: boolean.default(false),
  hints: z.string().optional(),
  events: words(['speaker-events', 'tokens-played', 'config-updated']).default([]),
  applicationReconnect: boolean.default(false),
  backgroundNoiseReduction: z.string().optional(),
});
export type RelaySettings = z.infer<typeof relaySettingsSchema>;

import * as z from 'zod/mini';
import {
  integerBetween,
  numberBetween,
  ownerFields,
  printableText,
  readOnlyFields,
  requiredPrintableText,
  requiredText,
  text,
  warningField,
} from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { referenceOr } from '../../platform/reference.ts';
import { secretOf } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';
import { language } from '../../vendors/model/languages.ts';

/** Checks of voice names. Input goes into markup; stored names may contain anything. */
const GIVEN = { name: requiredPrintableText, optionalName: printableText };
const STORED: typeof GIVEN = { name: requiredText, optionalName: text };

const apiKey = () => z.optional(z.nullable(secretOf('voices', text(500))));

/** Google and Amazon voices, distinguished by the format of the name. Pitch and rate are on the vendor's scales. */
const vendorA = ({ name } = GIVEN) => ({
  type: z.literal('voice_vendor_a'),
  voice_name: name(200),
  pitch: z._default(integerBetween(-100, 100), 0),
  rate: z._default(integerBetween(0, 100), 15),
});
const vendorB = ({ name, optionalName } = GIVEN) => ({
  type: z.literal('voice_vendor_b'),
  speaker: name(500),
  speed_alpha: z.optional(z.nullable(numberBetween(0, 10))),
  model_id: z.optional(z.nullable(optionalName(200))),
});
const vendorC = ({ name, optionalName } = GIVEN) => ({
  type: z.literal('voice_vendor_c'),
  voice_id: name(200),
  stability: z.optional(z.nullable(numberBetween(0, 1))),
  similarity_boost: z.optional(z.nullable(numberBetween(0, 1))),
  api_key: apiKey(),
  optimize_streaming_latency: z.optional(z.nullable(integerBetween(0, 4))),
  model_id: z.optional(z.nullable(optionalName(200))),
  experimental_input_streaming: z.optional(z.nullable(z.boolean())),
});
const vendorD = ({ name } = GIVEN) => ({
  type: z.literal('voice_vendor_d'),
  voice_id: name(500),
  api_user_id: z.optional(z.nullable(text(500))),
  api_key: apiKey(),
  version: z.optional(z.nullable(text(100))),
  speed: z.optional(z.nullable(numberBetween(0.1, 5))),
  quality: z.optional(z.nullable(text(100))),
  temperature: z.optional(z.nullable(numberBetween(0, 2))),
  top_p: z.optional(z.nullable(numberBetween(0, 1))),
  text_guidance: z.optional(z.nullable(numberBetween(0, 100))),
  voice_guidance: z.optional(z.nullable(numberBetween(0, 100))),
  experimental_remove_silence: z.optional(z.nullable(z.boolean())),
});
const builtin = ({ name } = GIVEN) => ({ type: z.literal('voice_builtin'), voice_id: name(200) });

const inputA = () => z.strictObject({ ...readOnlyFields, ...vendorA() });
const inputB = () => z.strictObject({ ...readOnlyFields, ...vendorB() });
const inputC = () => z.strictObject({ ...readOnlyFields, ...vendorC() });

export const olderVoiceInput = z.lazy(() => z.discriminatedUnion('type', [inputA(), inputB(), inputC()]));

export const voiceInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    inputA(),
    inputB(),
    inputC(),
    z.strictObject({ ...readOnlyFields, ...vendorD() }),
    z.strictObject({ ...readOnlyFields, ...builtin() }),
  ]),
);

export const voicePatches = {
  voice_vendor_a: patchOf(vendorA),
  voice_vendor_b: patchOf(vendorB),
  voice_vendor_c: patchOf(vendorC),
  voice_vendor_d: patchOf(vendorD),
  voice_builtin: patchOf(builtin),
};

export const voiceUpdate = z.lazy(() => z.union(Object.values(voicePatches)));

export const voice = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...ownerFields, ...vendorA(STORED), ...warningField() }),
    z.object({ ...ownerFields, ...vendorB(STORED), ...warningField() }),
    z.object({ ...ownerFields, ...vendorC(STORED), ...warningField() }),
    z.object({ ...ownerFields, ...vendorD(STORED), ...warningField() }),
    z.object({ ...ownerFields, ...builtin(STORED), ...warningField() }),
  ]),
);
export type Voice = z.infer<typeof voice>;

export const voiceKind: Kind<Voice> = {
  name: 'voice',
  schema: voice,
  quota: 'voices',
};

export function withoutCredentials(source: Voice): Voice {
  if (source.type === 'voice_vendor_c' || source.type === 'voice_vendor_d') {
    const { api_key: _, ...rest } = source;
    return rest;
  }
  return source;
}

export function canSpeak({ type }: Voice): boolean {
  return type !== 'voice_vendor_b' && type !== 'voice_vendor_d';
}

export const voicePreviewInput = z.lazy(() =>
  z.strictObject({
    voice: referenceOr(voiceInput),
    text: requiredPrintableText(300),
    language: z._default(language, 'en'),
  }),
);

export const voicePreview = z.lazy(() =>
  z.object({
    media_type: z.string(),
    audio: z.base64(),
    cost: z.nullable(z.object({ currency: z.string(), total: z.number() })),
  }),
);

/** The settings of a voice that decide how it sounds. A stored voice, and the same one that is not stored yet. */
type HeardVoice = VoiceFields<Voice>;
type VoiceFields<V> = V extends Voice ? Omit<V, 'id' | 'user_id' | 'warnings'> : never;

/** Who speaks a preview; or why nobody can. */
export type PreviewSpeaker =
  | { readonly by: 'amazon'; readonly name: string }
  | {
      readonly by: 'elevenlabs';
      readonly key: string;
      readonly voice: HeardVoice & { readonly type: 'voice_vendor_c' };
    }
  | { readonly by: 'nobody'; readonly why: string };

/** Google's voice names begin with language and region (en-US-Neural2-F), Amazon's do not (Joanna-Neural). */
export const isGoogleVoice = (name: string): boolean => /^[a-z]{2,3}-[A-Z]{2}-/.test(name);

export function speakerOf(voice: HeardVoice): PreviewSpeaker {
  switch (voice.type) {
    case 'voice_vendor_a':
      return isGoogleVoice(voice.voice_name)
        ? { by: 'nobody', why: 'the service has no account at Google; call the agent to hear it' }
        : { by: 'amazon', name: voice.voice_name };
    case 'voice_vendor_c':
      return voice.api_key
        ? { by: 'elevenlabs', key: voice.api_key, voice }
        : { by: 'nobody', why: 'it needs your key at ElevenLabs (api_key); calls do not need it' };
    case 'voice_builtin':
      return { by: 'nobody', why: 'the telephony vendor chooses it in the call; call the agent to hear it' };
    default:
      return { by: 'nobody', why: 'calls do not support its vendor yet' };
  }
}

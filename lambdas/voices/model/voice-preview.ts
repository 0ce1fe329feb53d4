import * as z from 'zod/mini';
import { requiredPrintableText } from '../../platform/fields.ts';
import { referenceOr } from '../../platform/reference.ts';
import { language } from '../../vendors/model/languages.ts';
import { type Voice, voiceInput } from './voice.ts';

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
export type HeardVoice = VoiceFields<Voice>;
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

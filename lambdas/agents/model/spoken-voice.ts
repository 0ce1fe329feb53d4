import type { Language } from '../../vendors/model/languages.ts';
import { isGoogleVoice, type Voice } from '../../voices/model/voice.ts';
import type { CallSnapshot } from './call-snapshot.ts';

/** A voice under the names of the telephony vendor. Both are absent for its default voice of the language. */
export interface SpokenVoice {
  readonly ttsProvider?: string;
  readonly voice?: string;
}

interface Speaker {
  readonly agent: Pick<CallSnapshot['agent'], 'voice'>;
  readonly settings: Pick<CallSnapshot['settings'], 'languages'>;
}

/** The voice for a language of the agent. Only ElevenLabs voices speak all languages. */
export function spokenVoice(
  { agent: { voice }, settings }: Speaker,
  language: Language,
  first: Language,
): SpokenVoice {
  const named = settings.languages?.find((one) => one.language === language)?.voice_name;
  if (language === first) return vendorVoice(voice);
  if (named) return namedVoice(named);
  return voice.type === 'voice_vendor_c' ? vendorVoice(voice) : {};
}

/** The voice's names at the vendor. The built-in voice is the vendor's default for the language. */
function vendorVoice(voice: Voice): SpokenVoice {
  switch (voice.type) {
    case 'voice_vendor_a':
      return namedVoice(voice.voice_name);
    case 'voice_vendor_c':
      return { ttsProvider: 'ElevenLabs', voice: elevenLabsVoice(voice) };
    default:
      return {};
  }
}

const namedVoice = (name: string): SpokenVoice => ({
  ttsProvider: isGoogleVoice(name) ? 'Google' : 'Amazon',
  voice: name,
});

function elevenLabsVoice({
  voice_id,
  model_id,
  stability,
  similarity_boost,
}: Extract<Voice, { type: 'voice_vendor_c' }>): string {
  const tuned = (stability ?? similarity_boost ?? null) !== null;
  const tuning = tuned ? `-1.0_${stability ?? 0.5}_${similarity_boost ?? 0.75}` : '';
  return `${voice_id}${model_id || tuned ? `-${model_id ?? 'flash_v2_5'}` : ''}${tuning}`;
}

import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { StoredCall } from '../../domain/calls/call.ts';
import { openingDelay, openingWords } from '../../domain/calls/opening.ts';
import type { AgentSettings } from '../../domain/records/agent.ts';
import type { Voice } from '../../domain/records/voice.ts';
import { LANGUAGE_TAGS } from './languages.ts';
import { startRecording } from './recording.ts';
import { textOf, xmlSafe } from './xml.ts';

/**
 * Milliseconds of silence that end the callee's turn at conversation speed 1; the vendor accepts 600 to 5,000. A menu
 * pauses between its options and must be heard to its end.
 */
const SPEECH_TIMEOUT_MS = { sensitive: 700, relaxed: 1500, menu: 2500 } as const;

/**
 * Bytes for speech keywords. The vendor limits TwiML to 64 kB (error 11750). A greeting has 4 KB, each byte of which
 * escaping may turn into 6. Keywords that do not fit are dropped.
 */
const MAX_HINTS_BYTES = 32_000;
/** Most bytes that escaping adds to a character, as in `&quot;`. */
const MAX_ESCAPE = 5;

/** TwiML that connects a call to the relay. */
export function conversationMarkup(
  call: StoredCall,
  urls: {
    readonly relay: string;
    /** The key that the setup frame must contain. */
    readonly relayKey: string;
    readonly relayEnded: string;
    /** The vendor's value for noise reduction, for agents that ask for it; empty for none. @default empty */
    readonly noiseReduction?: string;
    /** URL of the recording callback. @default no recording begins */
    readonly recording?: string | undefined;
  },
): string {
  const { agent, settings } = call;
  const hints = hintsOf(settings);
  const opening = openingDelay(call) > 0 ? undefined : openingWords(call);
  const response = new VoiceResponse();
  if (urls.recording !== undefined) startRecording(response, urls.recording);
  // The package's type of this element is older than the vendor's documentation, so it is created by name.
  const relay = response.connect({ action: urls.relayEnded, method: 'POST' }).addChild('ConversationRelay', {
    url: urls.relay,
    ...(opening && { welcomeGreeting: xmlSafe(opening) }),
    welcomeGreetingInterruptible: 'any',
    language: LANGUAGE_TAGS[settings.language],
    ...(call.broken_off?.refused_voice !== undefined ? {} : speech(agent.voice)),
    interruptible: 'any',
    interruptSensitivity: settings.interrupt_sensitivity,
    // By default the vendor drops the callee's words while the agent speaks.
    reportInputDuringAgentSpeech: 'speech',
    speechTimeout: speechTimeout(settings),
    ...(hints && { hints }),
    ...(settings.noise_suppression &&
      urls.noiseReduction && { backgroundNoiseReduction: urls.noiseReduction }),
    events: 'speaker-events tokens-played',
  });
  relay.addChild('Parameter', { name: 'call_id', value: call.id });
  relay.addChild('Parameter', { name: 'user_id', value: call.user_id });
  relay.addChild('Parameter', { name: 'key', value: urls.relayKey });
  return textOf(response);
}

/** The voice attributes. The built-in voice is the vendor's default for the language. */
function speech(voice: Voice): { ttsProvider?: string; voice?: string } {
  switch (voice.type) {
    case 'voice_vendor_a':
      // Google's voice names begin with language and region (en-US-Neural2-F), Amazon's do not (Joanna-Neural).
      return {
        ttsProvider: /^[a-z]{2,3}-[A-Z]{2}-/.test(voice.voice_name) ? 'Google' : 'Amazon',
        voice: voice.voice_name,
      };
    case 'voice_vendor_c':
      return { ttsProvider: 'ElevenLabs', voice: elevenLabsVoice(voice) };
    default:
      return {};
  }
}

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

/** The vendor supports no weights: words with a boost of 0 or less are dropped. */
function hintsOf({ speech_keywords }: AgentSettings): string {
  const expected = Object.entries(speech_keywords ?? {}).filter(([, boost]) => boost > 0);
  let bytes = 0;
  const taken = expected.filter(([word]) => {
    bytes += MAX_ESCAPE * Buffer.byteLength(word.replace(/[^&<>"'\s]/g, '')) + Buffer.byteLength(word) + 1;
    return bytes <= MAX_HINTS_BYTES;
  });
  return xmlSafe(taken.map(([word]) => word).join(','));
}

function speechTimeout({
  endpointing_sensitivity,
  conversation_speed,
  ivr_navigation_mode,
}: AgentSettings): string {
  const sensitivity = ivr_navigation_mode === 'default' ? 'menu' : endpointing_sensitivity;
  if (sensitivity === 'auto') return 'auto';
  const milliseconds = SPEECH_TIMEOUT_MS[sensitivity] / conversation_speed;
  return String(Math.round(Math.min(5000, Math.max(600, milliseconds))));
}

import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { AgentSettings } from '../../../agents/model/agent.ts';
import { listeningOf, withoutDetection } from '../../../agents/model/end-of-turn.ts';
import { languagesOf } from '../../../agents/model/languages.ts';
import { LANGUAGE_TAGS, type Language, MULTILINGUAL } from '../../../vendors/model/languages.ts';
import { RECORDING_EVENTS } from '../../../vendors/telephony/calls.ts';
import type { Voice } from '../../../voices/model/voice.ts';
import { languageOf, openingDelay, openingWords } from '../../model/opening.ts';
import type { CallWithSnapshot } from '../../model/snapshot.ts';
import { textOf, xmlSafe } from './markup.ts';

/**
 * Bytes for speech keywords. The vendor limits TwiML to 64 kB (error 11750). A greeting has up to 4 KB, and escaping
 * may turn each byte into 6. Keywords that do not fit are dropped.
 */
const MAX_HINTS_BYTES = 32_000;
/** Maximum bytes that escaping adds to a character, as in `&quot;`. */
const MAX_ESCAPE = 5;

export function conversationMarkup(
  call: CallWithSnapshot,
  urls: {
    readonly relay: string;
    /** The key that the setup frame must contain. */
    readonly relayKey: string;
    readonly relayEnded: string;
    /** The vendor's value for noise reduction, for agents that ask for it. @default noise is not suppressed */
    readonly noiseReduction?: string | undefined;
    /** The values of `${name}` in the greeting. @default those of the call's context */
    readonly values?: Readonly<Record<string, string>>;
    /** URL of the recording callback. @default no recording begins */
    readonly recording?: string | undefined;
  },
): string {
  const { settings } = call;
  const hints = hintsOf(settings);
  const opening = openingDelay(call) > 0 ? undefined : openingWords(call, urls.values);
  // Keys interrupt the agent only if it listens for keys; otherwise they would be lost.
  const spoken = languagesOf(settings);
  const isVoiceRefused = call.broken_off?.refused_voice !== undefined;
  const input = settings.dtmf_input ? 'any' : 'speech';
  const response = new VoiceResponse();
  if (urls.recording !== undefined) startRecording(response, urls.recording);
  // The package's types are older than the vendor's documentation, so the element is created by name.
  const relay = response.connect({ action: urls.relayEnded, method: 'POST' }).addChild('ConversationRelay', {
    url: urls.relay,
    ...(opening && { welcomeGreeting: xmlSafe(opening) }),
    welcomeGreetingInterruptible: input,
    language: LANGUAGE_TAGS[languageOf(call)],
    ...(isVoiceRefused ? {} : voiceAttributesIn(call, languageOf(call))),
    interruptible: input,
    interruptSensitivity: settings.interrupt_sensitivity,
    // By default the vendor drops the callee's words while the agent speaks.
    reportInputDuringAgentSpeech: input,
    // Each key is then a frame of its own:
    // https://www.twilio.com/docs/voice/conversationrelay/conversationrelay-noun
    ...(settings.dtmf_input && { dtmfDetection: 'true' }),
    ...listeningAttributes(call),
    ...(hints && { hints }),
    ...(settings.noise_suppression &&
      urls.noiseReduction && { backgroundNoiseReduction: urls.noiseReduction }),
    events: 'speaker-events tokens-played',
    // After a lost connection the vendor keeps up to 500 events, connects again and replays them:
    // https://www.twilio.com/en-us/changelog/conversation-relay--dynamic-configuration--application-reconnect
    applicationReconnect: 'true',
  });
  if (spoken.length > 1)
    for (const language of spoken)
      relay.addChild('Language', {
        code: LANGUAGE_TAGS[language],
        ...(isVoiceRefused ? {} : voiceAttributesIn(call, language)),
      });
  relay.addChild('Parameter', { name: 'call_id', value: call.id });
  relay.addChild('Parameter', { name: 'user_id', value: call.user_id });
  relay.addChild('Parameter', { name: 'key', value: urls.relayKey });
  return textOf(response);
}

/**
 * The voice attributes for a language of the agent. ElevenLabs voices speak all languages; other voices speak only
 * the first. Any further language has the voice that the agent names for it, or the vendor's default.
 */
function voiceAttributesIn({ agent: { voice }, settings }: CallWithSnapshot, language: Language) {
  const named = settings.languages?.find((one) => one.language === language)?.voice_name;
  if (language === settings.language) return voiceAttributes(voice);
  if (named) return namedVoiceAttributes(named);
  return voice.type === 'voice_vendor_c' ? voiceAttributes(voice) : {};
}

/** The attributes of a voice. The built-in voice is the vendor's default for the language. */
function voiceAttributes(voice: Voice): { ttsProvider?: string; voice?: string } {
  switch (voice.type) {
    case 'voice_vendor_a':
      return namedVoiceAttributes(voice.voice_name);
    case 'voice_vendor_c':
      return { ttsProvider: 'ElevenLabs', voice: elevenLabsVoice(voice) };
    default:
      return {};
  }
}

/** Google's voice names begin with language and region (en-US-Neural2-F), Amazon's do not (Joanna-Neural). */
const namedVoiceAttributes = (name: string) => ({
  ttsProvider: /^[a-z]{2,3}-[A-Z]{2}-/.test(name) ? 'Google' : 'Amazon',
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

/** Speech keywords as the vendor's hints. The vendor supports no weights, so words with a boost of 0 or less are dropped. */
function hintsOf({ speech_keywords }: AgentSettings): string {
  const expected = Object.entries(speech_keywords ?? {}).filter(([, boost]) => boost > 0);
  let bytes = 0;
  const hints = expected.filter(([word]) => {
    bytes += MAX_ESCAPE * Buffer.byteLength(word.replace(/[^&<>"'\s]/g, '')) + Buffer.byteLength(word) + 1;
    return bytes <= MAX_HINTS_BYTES;
  });
  return xmlSafe(hints.map(([word]) => word).join(','));
}

/**
 * The relay's attributes for speech recognition and the end of a turn. All are set, because the vendor's defaults
 * depend on the age of the account. With `flux`, `speechTimeout` is the longest silence regardless of the model's
 * guess; only `flux` sends partial prompts: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
export function listeningAttributes(call: CallWithSnapshot): Record<string, string> {
  const { settings, broken_off } = call;
  // The vendor refused a speech setting without saying which, so only the most common settings remain.
  const isRefused = broken_off?.refused_voice !== undefined;
  const { model, isMultilingual, confidence, silenceMs, tellsPartials } = listeningOf(
    isRefused ? withoutDetection(settings) : settings,
  );
  return {
    transcriptionProvider: 'Deepgram',
    speechModel: model,
    // The voice's language stays the same.
    ...(isMultilingual && { transcriptionLanguage: MULTILINGUAL }),
    ...(isMultilingual &&
      languagesOf(settings).length > 1 && { ttsLanguage: LANGUAGE_TAGS[languageOf(call)] }),
    ...(confidence !== undefined && { eotThreshold: String(confidence) }),
    speechTimeout: String(silenceMs),
    ...(tellsPartials && { partialPrompts: 'true' }),
    // "Mm-hm" while the agent speaks neither interrupts it nor counts as a turn.
    ignoreBackchannel: 'true',
  };
}

/** Records an inbound call from here on. An outbound call is recorded from its creation. */
export function startRecording(response: VoiceResponse, recordingUrl: string): void {
  response.start().recording({
    channels: 'mono',
    recordingStatusCallback: recordingUrl,
    recordingStatusCallbackEvent: [...RECORDING_EVENTS],
  });
}

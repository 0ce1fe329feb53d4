import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { listeningOf, speechHints, withoutDetection } from '../../../agents/model/end-of-turn.ts';
import { declaredLanguages, languagesOf } from '../../../agents/model/languages.ts';
import { type SpokenVoice, spokenVoice } from '../../../agents/model/spoken-voice.ts';
import type { SessionStart } from '../../../conversation/model/session-events.ts';
import { LANGUAGE_TAGS, type Language, MULTILINGUAL } from '../../../vendors/model/languages.ts';
import { RELAYS } from '../../../vendors/model/relay-capabilities.ts';
import type { SpeechPart } from '../../../vendors/model/speech-part.ts';
import { RECORDING_EVENTS } from '../../../vendors/telephony/calls.ts';
import { languageOf, openingDelay, openingWords } from '../../model/opening.ts';
import type { CallWithSnapshot } from '../../model/snapshot.ts';
import {
  backupTranscription,
  backupVoice,
  hasFailed,
  mayFailOver,
  type SpeechBackups,
} from '../../model/speech-backups.ts';
import { textOf, xmlSafe } from './markup.ts';

export function conversationMarkup(
  call: CallWithSnapshot,
  urls: {
    readonly relay: string;
    /** The key that the setup frame must contain. */
    readonly relayKey: string;
    readonly relayEnded: string;
    /** The vendor's value for noise reduction, for agents that ask for it. @default noise is not suppressed */
    readonly noiseReduction?: string | undefined;
    /** The beginning of the conversation, which decides its first words. @default that of the call's record */
    readonly start?: SessionStart;
    /** URL of the recording callback. @default no recording begins */
    readonly recording?: string | undefined;
    /** @default the vendor's */
    readonly backups?: SpeechBackups | undefined;
  },
): string {
  const { settings } = call;
  const { backups = {} } = urls;
  const hints = xmlSafe(speechHints(settings).join(','));
  const opening = openingDelay(call) > 0 ? undefined : openingWords(call, urls.start);
  const spoken = declaredLanguages(settings, languageOf(call));
  // Keys interrupt the agent only if it listens for keys; otherwise they would be lost.
  const hasKeys = Boolean(settings.dtmf_input || settings.stop_key);
  const input = hasKeys ? 'any' : 'speech';
  const response = new VoiceResponse();
  if (urls.recording !== undefined) startRecording(response, urls.recording);
  // The package's types are older than the vendor's documentation, so the element is created by name.
  const relay = response.connect({ action: urls.relayEnded, method: 'POST' }).addChild('ConversationRelay', {
    url: urls.relay,
    ...(opening && { welcomeGreeting: xmlSafe(opening) }),
    welcomeGreetingInterruptible: settings.disclosure ? 'none' : input,
    language: LANGUAGE_TAGS[languageOf(call)],
    ...voiceAttributesIn(call, languageOf(call), backups),
    interruptible: input,
    interruptSensitivity: settings.interrupt_sensitivity,
    // By default the vendor drops the callee's words while the agent speaks.
    reportInputDuringAgentSpeech: input,
    // Each key is then a frame of its own:
    // https://www.twilio.com/docs/voice/conversationrelay/conversationrelay-noun
    ...(hasKeys && { dtmfDetection: 'true' }),
    ...listeningAttributes(call, backups),
    // The agent's own words, heard back, are no words of the contact.
    echoPromptFiltering: 'true',
    ...(hints && { hints }),
    ...(settings.noise_suppression &&
      urls.noiseReduction && { backgroundNoiseReduction: urls.noiseReduction }),
    events: 'speaker-events tokens-played config-updated',
    // After a lost connection the vendor keeps up to 500 events, connects again and replays them:
    // https://www.twilio.com/en-us/changelog/conversation-relay--dynamic-configuration--application-reconnect
    ...(RELAYS[call.telephony_provider].reconnect && { applicationReconnect: 'true' }),
  });
  if (spoken.length > 1)
    for (const language of spoken)
      relay.addChild('Language', {
        code: LANGUAGE_TAGS[language],
        ...voiceAttributesIn(call, language, backups),
      });
  addFailover(relay, call, { spoken, backups });
  relay.addChild('Parameter', { name: 'call_id', value: call.id });
  relay.addChild('Parameter', { name: 'user_id', value: call.user_id });
  relay.addChild('Parameter', { name: 'key', value: urls.relayKey });
  return textOf(response);
}

/**
 * The backup providers, in a child that the vendor reads at the beginning of a session:
 * https://www.twilio.com/docs/voice/conversationrelay/provider-failover. We take it that each language is a `<Language>`
 * with the attributes of those beside it; one that is left out has the vendor's backup.
 */
function addFailover(
  relay: ReturnType<VoiceResponse['addChild']>,
  call: CallWithSnapshot,
  { spoken, backups }: { readonly spoken: readonly Language[]; readonly backups: SpeechBackups },
): void {
  if (!RELAYS[call.telephony_provider].failover || !mayFailOver(call, spoken, backups)) return;
  const failover = relay.addChild('Failover', {});
  for (const language of spoken)
    if (backups[language])
      failover.addChild('Language', { code: LANGUAGE_TAGS[language], ...backups[language] });
}

/** The attributes of the agent's voice in a language, or of the backup after its provider failed. */
function voiceAttributesIn(call: CallWithSnapshot, language: Language, backups: SpeechBackups): SpokenVoice {
  const isRefused = call.broken_off?.refused_voice !== undefined;
  const usual = isRefused ? {} : spokenVoice(call, language, call.settings.language);
  return hasFailed(call, 'voice') ? backupVoice(backups[language], usual.ttsProvider, isRefused) : usual;
}

/** The provider that takes the place of one that failed. */
export const providerOf = (call: CallWithSnapshot, part: SpeechPart, backups: SpeechBackups): string =>
  part === 'voice'
    ? (voiceAttributesIn(call, languageOf(call), backups).ttsProvider ?? 'default')
    : backupTranscription(backups[languageOf(call)]).transcriptionProvider;

/**
 * The relay's attributes for speech recognition and the end of a turn. All are set, because the vendor's defaults
 * depend on the age of the account. With `flux`, `speechTimeout` is the longest silence regardless of the model's
 * guess; only `flux` sends partial prompts: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
function listeningAttributes(call: CallWithSnapshot, backups: SpeechBackups): Record<string, string> {
  const { settings, broken_off } = call;
  const isBackup = hasFailed(call, 'transcription');
  // The vendor refused a speech setting without saying which, so only the most common settings remain.
  const isLimited = broken_off?.refused_voice !== undefined || isBackup;
  const { model, isMultilingual, confidence, silenceMs, tellsPartials, detectsTurns } = listeningOf(
    isLimited ? withoutDetection(settings) : settings,
  );
  return {
    ...(isBackup
      ? backupTranscription(backups[languageOf(call)])
      : { transcriptionProvider: 'Deepgram', speechModel: model }),
    // The voice's language stays the same.
    ...(isMultilingual && { transcriptionLanguage: MULTILINGUAL }),
    ...(isMultilingual &&
      languagesOf(settings).length > 1 && { ttsLanguage: LANGUAGE_TAGS[languageOf(call)] }),
    ...(confidence !== undefined && { eotThreshold: String(confidence) }),
    speechTimeout: String(silenceMs),
    ...(tellsPartials && { partialPrompts: 'true' }),
    ...(detectsTurns && { turnDetection: 'true' }),
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

import { languageOf } from '../../domain/calls/opening.ts';
import type { CallWithSnapshot } from '../../domain/calls/snapshot.ts';
import { languagesOf } from '../../domain/records/languages.ts';
import { LANGUAGE_TAGS, TELLS_APART } from '../../telephony/languages.ts';
import { heardPlainly, listeningOf } from '../../telephony/speech-recognition.ts';

/**
 * The relay's attributes for hearing the caller and for the end of a turn. All are set: the vendor's defaults depend on
 * the age of its account. With `flux`, `speechTimeout` is the longest silence whatever the model thinks, and partial
 * prompts exist only then: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
export function listeningAttributes(call: CallWithSnapshot): Record<string, string> {
  const { settings, broken_off } = call;
  // The vendor refused a speech setting without saying which; the most common settings remain.
  const isRefused = broken_off?.refused_voice !== undefined;
  const { model, isMultilingual, confidence, silenceMs, tellsPartials } = listeningOf(
    isRefused ? heardPlainly(settings) : settings,
  );
  return {
    transcriptionProvider: 'Deepgram',
    speechModel: model,
    // The voice keeps its language.
    ...(isMultilingual && { transcriptionLanguage: TELLS_APART }),
    ...(isMultilingual &&
      languagesOf(settings).length > 1 && { ttsLanguage: LANGUAGE_TAGS[languageOf(call)] }),
    ...(confidence !== undefined && { eotThreshold: String(confidence) }),
    speechTimeout: String(silenceMs),
    ...(tellsPartials && { partialPrompts: 'true' }),
    // "Mm-hm" while the agent speaks neither interrupts it nor is a turn.
    ignoreBackchannel: 'true',
  };
}

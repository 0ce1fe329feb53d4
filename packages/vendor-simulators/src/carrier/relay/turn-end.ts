import type { RelaySettings } from '../twiml/relay-settings.ts';

/** Milliseconds of silence after which the vendor ends a turn if the application sets nothing. */
const AUTO_MS = 800;
/** The same if a model judges the end of turns. */
const AUTO_WITH_MODEL_MS = 5_000;

/** The confidence that the model needs if the application sets none. */
const DEFAULT_CONFIDENCE = 0.8;

/** Whether a model judges the end of turns. */
export const hasTurnModel = ({ transcriptionProvider, speechModel }: RelaySettings): boolean =>
  transcriptionProvider === 'Deepgram' && speechModel === 'flux';

/** Whether the application gets words before they are final. */
export const tellsPartials = (settings: RelaySettings): boolean =>
  settings.partialPrompts && hasTurnModel(settings);

/** Whether a silence of the caller ends the turn. `endPointingMs`: the time after which the turn model decides. */
export function endsTurn(
  settings: RelaySettings,
  { pause_ms, confidence }: { readonly pause_ms: number; readonly confidence: number },
  endPointingMs: number,
): boolean {
  const { speechTimeout, eotThreshold = DEFAULT_CONFIDENCE } = settings;
  if (!hasTurnModel(settings))
    return pause_ms >= (speechTimeout === 'auto' ? AUTO_MS : Number(speechTimeout));
  const longestMs = speechTimeout === 'auto' ? AUTO_WITH_MODEL_MS : Number(speechTimeout);
  return pause_ms >= longestMs || (confidence >= eotThreshold && pause_ms >= endPointingMs);
}

const MODELS = {
  Deepgram: ['flux', 'nova-3-general', 'nova-2-general'],
  Google: ['telephony', 'long'],
} as const;

/** What the oldest model tells apart as `multi`: https://developers.deepgram.com/docs/multilingual-code-switching */
const TOLD_APART_BY_NOVA_2 = /^(en|es)(-|$)/;

/**
 * The fault in the application's choice of transcription; undefined if there is none. `heard` is the language that it
 * is listening for, or `multi`; `declared` are the languages of the session.
 */
export function faultOfTranscription(
  { transcriptionProvider: provider, speechModel: model }: RelaySettings,
  { heard, declared }: { readonly heard: string; readonly declared: readonly string[] },
): string | undefined {
  if (model === undefined) return undefined;
  const models: readonly string[] = MODELS[provider];
  if (!models.includes(model)) return `${provider} has no speech model ${model}.`;
  if (model === 'flux' && !/^(en(-|$)|multi$)/.test(heard)) return `flux does not hear ${heard}.`;
  if (model !== 'nova-2-general' || heard !== 'multi') return undefined;
  const other = declared.find((language) => !TOLD_APART_BY_NOVA_2.test(language));
  return other && `${model} does not tell ${other} apart.`;
}

/** Utterances that the vendor treats as a backchannel. */
const BACKCHANNEL =
  /^(m+-?h?m+|mhm|hm+|uh-?huh|aha|yeah|yep|okay|ok|right|sure|i see|ja|genau|sí|oui|sim)[.,!]?$/i;

/** Whether the vendor ignores an utterance while the agent speaks. */
export const isIgnored = ({ ignoreBackchannel }: RelaySettings, words: string): boolean =>
  ignoreBackchannel && BACKCHANNEL.test(words.trim());

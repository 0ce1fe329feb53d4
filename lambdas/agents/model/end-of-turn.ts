import type { Language } from '../../vendors/model/languages.ts';
import type { AgentSettings } from './agent.ts';
import { languagesOf } from './languages.ts';
import type { TranscriptionModel, TurnTaking } from './turn-taking.ts';

interface LanguageModels {
  /** How `flux` hears the language: by its own tag, or among the ten that it detects. Absent: not at all. */
  readonly flux?: 'own' | 'multi';
  readonly timer: Exclude<TranscriptionModel, 'flux'>;
}

/**
 * The transcription models by language. Flux: https://developers.deepgram.com/docs/flux/language-prompting; Nova-3 and
 * Nova-2: https://developers.deepgram.com/docs/models-languages-overview (Nova-2 where the vendor of telephony may not
 * have Nova-3 yet).
 */
const MODELS: Readonly<Record<Language, LanguageModels>> = {
  en: { flux: 'own', timer: 'nova-3-general' },
  es: { flux: 'multi', timer: 'nova-3-general' },
  de: { flux: 'multi', timer: 'nova-3-general' },
  hi: { flux: 'multi', timer: 'nova-2-general' },
  pt: { flux: 'multi', timer: 'nova-3-general' },
  fr: { flux: 'multi', timer: 'nova-3-general' },
  nl: { flux: 'multi', timer: 'nova-3-general' },
  id: { timer: 'nova-2-general' },
  it: { flux: 'multi', timer: 'nova-3-general' },
  ja: { flux: 'multi', timer: 'nova-2-general' },
  ko: { timer: 'nova-2-general' },
};

/** The confidence at which the model ends a turn, by sensitivity; `auto` is the vendor's default. */
const CONFIDENCE = { sensitive: 0.7, auto: 0.8, relaxed: 0.9 } as const;

/** Milliseconds of silence that end a turn even if the model is not confident, at conversation speed 1. */
const LONGEST_SILENCE_MS = { sensitive: 1500, auto: 2500, relaxed: 4000 } as const;

/** Milliseconds of silence that end a turn without such a model. A menu pauses between its options. */
const SILENCE_MS = { sensitive: 700, relaxed: 1500, menu: 2500 } as const;

/** Bounds of the vendor for a silence, in milliseconds. */
const SHORTEST_MS = 600;
const LONGEST_MS = 5000;

/** The languages that each model detects: https://developers.deepgram.com/docs/multilingual-code-switching */
const DETECTED: Readonly<Record<TranscriptionModel, readonly Language[]>> = {
  flux: ['en', 'es', 'de', 'hi', 'pt', 'fr', 'nl', 'it', 'ja'],
  'nova-3-general': ['en', 'es', 'de', 'hi', 'pt', 'fr', 'nl', 'it', 'ja'],
  'nova-2-general': ['en', 'es'],
};

/** No others could be verified: https://www.twilio.com/docs/voice/conversationrelay/turn-detection */
const TURN_DETECTION: readonly Language[] = ['en'];

export type ListeningSettings = Pick<
  AgentSettings,
  | 'language'
  | 'languages'
  | 'endpointing_sensitivity'
  | 'ivr_navigation_mode'
  | 'conversation_speed'
  | 'turn_taking'
>;

export interface Listening {
  readonly model: TranscriptionModel;
  /** Whether speech recognition detects the language; otherwise it hears only the spoken one. */
  readonly isMultilingual: boolean;
  /** Absent if a silence alone ends a turn. */
  readonly confidence?: number;
  /** Milliseconds of silence that end a turn; the vendor chooses `auto`. */
  readonly silenceMs: number | 'auto';
  /** Whether the vendor reports the words of a turn before the turn ends. */
  readonly tellsPartials: boolean;
  /** Whether the vendor's turn detection judges the end of a turn. */
  readonly detectsTurns?: boolean;
}

/** How an agent listens in all its languages. A timer ends a menu's turns: a menu is no person who takes turns. */
export function listeningOf(settings: ListeningSettings): Listening {
  const { language, turn_taking } = settings;
  const languages = languagesOf(settings);
  const isMenu = settings.ivr_navigation_mode === 'default';
  const model = modelOf(settings, isMenu);
  const detects = canDetect(languages, model);
  if (model !== 'flux') {
    const silenceMs = timerOf(settings, isMenu);
    const detectsTurns = !isMenu && turn_taking?.turn_detection && { detectsTurns: true };
    return { model, isMultilingual: detects, silenceMs, tellsPartials: false, ...detectsTurns };
  }
  const { endpointing_sensitivity: sensitivity, conversation_speed: speed } = settings;
  return {
    model,
    isMultilingual: detects || MODELS[language].flux === 'multi',
    confidence: turn_taking?.end_of_turn_confidence ?? CONFIDENCE[sensitivity],
    silenceMs: turn_taking?.longest_silence_ms ?? bounded(LONGEST_SILENCE_MS[sensitivity] / speed),
    tellsPartials: turn_taking?.ask_ahead ?? false,
  };
}

/** How an agent listens to somebody who dictates: the pauses between groups of digits or letters are longer. */
export function patient(listening: Listening): Pick<Listening, 'confidence' | 'silenceMs'> {
  const { model, silenceMs } = listening;
  if (model === 'flux') return { confidence: CONFIDENCE.relaxed, silenceMs: LONGEST_MS };
  return { silenceMs: Math.max(silenceMs === 'auto' ? 0 : silenceMs, SILENCE_MS.relaxed) };
}

/** The settings without language detection, for after the vendor refused a model: this one supports every language. */
export const withoutDetection = <S extends ListeningSettings>(settings: S): S => ({
  ...settings,
  languages: null,
  turn_taking: { ask_ahead: false, requests_ahead: 1, transcription_model: 'nova-2-general' },
});

/** The transcription model. In English it judges turns; with other languages it must guess, so only on request. */
function modelOf(
  settings: Pick<ListeningSettings, 'language' | 'languages' | 'turn_taking'>,
  isMenu = false,
): TranscriptionModel {
  const languages = languagesOf(settings);
  const { transcription_model: requested, ask_ahead, turn_detection } = settings.turn_taking ?? {};
  if (requested && requested !== 'flux') return requested;
  if (turn_detection) return timerModel(languages);
  const isWanted = requested === 'flux' || ask_ahead || MODELS[settings.language].flux === 'own';
  return isWanted && !isMenu && notHeardByFlux(languages).length === 0 ? 'flux' : timerModel(languages);
}

/** The model with a timer that hears these languages: all at once, or else the one spoken at the time. */
function timerModel(languages: readonly Language[]): LanguageModels['timer'] {
  if (canDetect(languages, 'nova-3-general')) return 'nova-3-general';
  const isOldest = languages.some((language) => MODELS[language].timer === 'nova-2-general');
  return isOldest ? 'nova-2-general' : 'nova-3-general';
}

const canDetect = (languages: readonly Language[], model: TranscriptionModel): boolean =>
  languages.length > 1 && languages.every((language) => DETECTED[model].includes(language));

const notHeardByFlux = (languages: readonly Language[]): readonly Language[] =>
  languages.filter((language) => !MODELS[language].flux);

function timerOf(settings: ListeningSettings, isMenu: boolean): number | 'auto' {
  const { endpointing_sensitivity, conversation_speed, turn_taking } = settings;
  if (!isMenu && turn_taking?.longest_silence_ms) return turn_taking.longest_silence_ms;
  const sensitivity = isMenu ? 'menu' : endpointing_sensitivity;
  return sensitivity === 'auto' ? 'auto' : bounded(SILENCE_MS[sensitivity] / conversation_speed);
}

const bounded = (milliseconds: number) =>
  Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, milliseconds)));

export interface TurnTakingIssue {
  readonly field: keyof TurnTaking;
  readonly msg: string;
}

/** The issue of the first setting that conflicts with a language or another one. The vendor would end each call. */
export function issueOfTurnTaking(
  settings: Pick<ListeningSettings, 'language' | 'languages' | 'turn_taking'> & {
    readonly mask_dtmf?: boolean;
  },
): TurnTakingIssue | undefined {
  const { turn_taking: requested } = settings;
  if (!requested) return undefined;
  const msg = requested.turn_detection ? issueOfTurnDetection(settings) : undefined;
  if (msg !== undefined) return { field: 'turn_detection', msg };
  const unheard = notHeardByFlux(languagesOf(settings));
  const others = `flux, which hears ${DETECTED.flux.join(', ')}, but not ${unheard.join(', ')}.`;
  if (requested.transcription_model === 'flux' && unheard.length > 0)
    return { field: 'transcription_model', msg: `Choose a model other than ${others}` };
  if (requested.ask_ahead && unheard.length > 0)
    return { field: 'ask_ahead', msg: `Remove this setting; it needs ${others}` };
  const isTimed = modelOf(settings) !== 'flux';
  if (requested.ask_ahead && isTimed)
    return {
      field: 'ask_ahead',
      msg: 'Asking ahead needs the transcription model flux; set transcription_model to flux.',
    };
  if (requested.end_of_turn_confidence !== undefined && isTimed)
    return {
      field: 'end_of_turn_confidence',
      msg:
        unheard.length > 0
          ? `Set longest_silence_ms instead; this needs ${others}`
          : 'Only flux judges the end of a turn; set transcription_model to flux, or longest_silence_ms instead.',
    };
  return undefined;
}

/** The vendor's turn detection is neither PCI compliant nor HIPAA eligible: see its page. */
function issueOfTurnDetection(settings: Parameters<typeof issueOfTurnTaking>[0]): string | undefined {
  const { turn_taking: requested, mask_dtmf } = settings;
  if (mask_dtmf)
    return 'Remove this setting, or mask_dtmf: turn detection is not PCI compliant, so it may not hear what keys are hidden for.';
  const others = languagesOf(settings).filter((language) => !TURN_DETECTION.includes(language));
  if (others.length > 0)
    return `Remove this setting; turn detection hears ${TURN_DETECTION.join(', ')}, but not ${others.join(', ')}.`;
  if (requested?.transcription_model === 'flux')
    return 'flux judges the end of a turn itself; choose another transcription_model, or remove this setting.';
  return undefined;
}

/** Bytes for speech keywords: the vendor limits TwiML to 64 kB, and a greeting may need 24 of them. */
const MAX_HINTS_BYTES = 32_000;
/** Maximum bytes that escaping adds to a character, as in `&quot;`. */
const MAX_ESCAPE = 5;

/** Speech keywords as the vendor's hints. The vendor supports no weights, so words with a boost of 0 or less are dropped. */
export function speechHints({ speech_keywords }: Pick<AgentSettings, 'speech_keywords'>): readonly string[] {
  const expected = Object.entries(speech_keywords ?? {}).filter(([, boost]) => boost > 0);
  let bytes = 0;
  const hints = expected.filter(([word]) => {
    bytes += MAX_ESCAPE * Buffer.byteLength(word.replace(/[^&<>"'\s]/g, '')) + Buffer.byteLength(word) + 1;
    return bytes <= MAX_HINTS_BYTES;
  });
  return hints.map(([word]) => word);
}

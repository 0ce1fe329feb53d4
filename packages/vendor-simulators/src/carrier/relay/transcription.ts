import { pause } from '../../http/pause.ts';
import type { Silence, Utterance } from '../callees/callee-config.ts';
import type { Connect } from '../twiml/markup.ts';
import type { RelaySettings } from '../twiml/relay-settings.ts';
import { speechMs } from './speech.ts';

/** Whether a model judges the end of turns. */
const hasTurnModel = ({ speechModel }: RelaySettings): boolean => speechModel === 'flux';

/** Whether the application gets words before they are final. */
const tellsPartials = (settings: RelaySettings): boolean => settings.partialPrompts && hasTurnModel(settings);

/** Whether a silence ends the turn: after the time-out, or if the model is sure enough after `endPointingMs`. */
function endsTurn(
  settings: RelaySettings,
  { pause_ms, confidence }: Silence,
  endPointingMs: number,
): boolean {
  const { speechTimeout, eotThreshold = 0.8 } = settings;
  const automaticMs = hasTurnModel(settings) ? 5_000 : 800;
  if (pause_ms >= (speechTimeout === 'auto' ? automaticMs : Number(speechTimeout))) return true;
  return hasTurnModel(settings) && confidence >= eotThreshold && pause_ms >= endPointingMs;
}

/** What Nova-2 distinguishes as `multi`: https://developers.deepgram.com/docs/multilingual-code-switching */
const TOLD_APART_BY_NOVA_2 = /^(en|es)(-|$)/;

/** Utterances that the vendor treats as a backchannel. */
const BACKCHANNEL =
  /^(m+-?h?m+|mhm|hm+|uh-?huh|aha|yeah|yep|okay|ok|right|sure|i see|ja|genau|sí|oui|sim)[.,!]?$/i;

/** Whether the vendor ignores an utterance while the agent speaks. */
export const isIgnored = ({ ignoreBackchannel }: RelaySettings, words: string): boolean =>
  ignoreBackchannel && BACKCHANNEL.test(words.trim());

/** Detects the caller's language: https://www.twilio.com/en-us/changelog/conversationrelay-now-supports-a-configuration-for-automatic-lan */
const DETECTING = 'multi';

/** Google's speech models; the others are Deepgram's. */
const GOOGLE_MODEL = /^(telephony|long)$/;

export interface SettingsChange {
  readonly ttsLanguage?: string | undefined;
  readonly transcriptionLanguage?: string | undefined;
  readonly language?: string | undefined;
  readonly [setting: string]: unknown;
}

/** The languages of a session; the application may change the present ones. */
export class RelayLanguages {
  readonly #declared: Set<string>;
  #spoken: string;
  #heard: string;

  constructor({ relay, languages }: Pick<Connect, 'relay' | 'languages'>) {
    this.#spoken = relay.ttsLanguage ?? relay.language;
    this.#heard = relay.transcriptionLanguage ?? relay.language;
    this.#declared = new Set([this.#spoken, this.#heard, ...languages].filter((code) => code !== DETECTING));
  }

  get spoken(): string {
    return this.#spoken;
  }

  /** The language that a provider has to speak or hear; while it is detected, the spoken one. */
  expected(side: 'tts' | 'stt'): string {
    return side === 'tts' || this.#heard === DETECTING ? this.#spoken : this.#heard;
  }

  /** The error of a speech model that doesn't support the current language, or can't distinguish the languages. */
  faultOf({
    speechModel: model,
    transcriptionProvider: provider = 'Deepgram',
  }: RelaySettings): string | undefined {
    if (model && GOOGLE_MODEL.test(model) !== (provider === 'Google'))
      return `${provider} does not have ${model}.`;
    if (model === 'flux' && !/^(en(-|$)|multi$)/.test(this.#heard))
      return `flux does not hear ${this.#heard}.`;
    if (model !== 'nova-2-general' || this.#heard !== DETECTING) return undefined;
    const other = [...this.#declared].find((language) => !TOLD_APART_BY_NOVA_2.test(language));
    return other && `${model} does not tell ${other} apart.`;
  }

  /** Changes the current languages. Returns the reason if one was never declared. */
  change({
    ttsLanguage,
    transcriptionLanguage,
    language,
    hints,
    ...declaring
  }: SettingsChange): string | undefined {
    const named = [ttsLanguage, transcriptionLanguage, language].filter((code) => code !== undefined);
    const isDeclared = (code: string) => code === DETECTING || this.#declared.has(code);
    const unknown = named.find((code) => !isDeclared(code));
    if (unknown !== undefined && Object.keys(declaring).length === 0) return `Invalid language: ${unknown}`;
    for (const code of named) if (!isDeclared(code)) this.#declared.add(code);
    this.#spoken = ttsLanguage ?? this.#spoken;
    this.#heard = transcriptionLanguage ?? this.#heard;
    return undefined;
  }

  /** The transcription of words. In a language for which the caller does not listen, they become nonsense. */
  heard(text: string, spokenIn?: string): { readonly voicePrompt: string; readonly lang: string } {
    if (this.#heard === DETECTING) {
      const language = spokenIn ?? this.#spoken;
      return { voicePrompt: text, lang: language.split('-')[0] ?? language };
    }
    const isUnderstood = spokenIn === undefined || spokenIn === this.#heard;
    return { voicePrompt: isUnderstood ? text : '(mumbling)', lang: this.#heard };
  }
}

/** The events of a callee's speech. */
interface CalleeListener {
  /** The callee begins to speak, or continues after a turn that was ended too early. */
  started(): void;
  stopped(): void;
  heard(words: string, last: boolean): void;
  cutOff(): void;
}

interface Speaking {
  readonly settings: RelaySettings;
  readonly pace: number;
  /** Real milliseconds between the last word and the report of the final words. */
  readonly endPointingMs: number;
  readonly signal: AbortSignal;
}

/** Speaks word by word, and reports the transcription to the listener. */
export async function speak(
  utterance: Utterance,
  listener: CalleeListener,
  speaking: Speaking,
): Promise<void> {
  const { settings, pace, endPointingMs, signal } = speaking;
  let turn: string[] = [];
  listener.started();
  for (const part of utterance.parts) {
    if (typeof part !== 'string') {
      await keepSilent(part);
      continue;
    }
    for (const word of tellsPartials(settings) ? part.split(/\s+/) : [part]) {
      await pause(speechMs(word) * pace, signal);
      turn.push(word);
      // Punctuation comes with the end of the turn.
      if (tellsPartials(settings)) listener.heard(turn.join(' ').replace(/[.,!?]$/, ''), false);
    }
  }
  listener.stopped();
  if (endPointingMs > 0) await pause(endPointingMs, signal);
  listener.heard(utterance.finalWords ?? turn.join(' '), true);

  async function keepSilent(silence: Silence): Promise<void> {
    const isCut = turn.length > 0 && endsTurn(settings, silence, endPointingMs);
    const beforeMs = isCut ? Math.min(endPointingMs, silence.pause_ms) : 0;
    if (isCut) {
      listener.stopped();
      await pause(beforeMs, signal);
      listener.heard(turn.join(' '), true);
      listener.cutOff();
      turn = [];
    }
    await pause(silence.pause_ms - beforeMs, signal);
    if (isCut) listener.started();
  }
}

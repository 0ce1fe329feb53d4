import type { Connect } from '../twiml/connect-markup.ts';

/** Detects the caller's language: https://www.twilio.com/en-us/changelog/conversationrelay-now-supports-a-configuration-for-automatic-lan */
const DETECTING = 'multi';

/** The languages of a session; the application may change the present ones. */
export class RelayLanguages {
  readonly #declared: readonly string[];
  #spoken: string;
  #heard: string;

  constructor({ relay, languages }: Pick<Connect, 'relay' | 'languages'>) {
    this.#spoken = relay.ttsLanguage ?? relay.language;
    this.#heard = relay.transcriptionLanguage ?? relay.language;
    this.#declared = [this.#spoken, this.#heard, ...languages].filter((language) => language !== DETECTING);
  }

  get spoken(): string {
    return this.#spoken;
  }

  get transcription(): { readonly heard: string; readonly declared: readonly string[] } {
    return { heard: this.#heard, declared: this.#declared };
  }

  /** Changes the present languages. Returns the reason if it did not, because one was never declared. */
  change(to: {
    readonly ttsLanguage?: string | undefined;
    readonly transcriptionLanguage?: string | undefined;
  }): string | undefined {
    for (const language of [to.ttsLanguage, to.transcriptionLanguage])
      if (language !== undefined && language !== DETECTING && !this.#declared.includes(language))
        return `Invalid language: ${language}`;
    this.#spoken = to.ttsLanguage ?? this.#spoken;
    this.#heard = to.transcriptionLanguage ?? this.#heard;
    return undefined;
  }

  /**
   * The transcription of words, which by default are in the language that the caller is expected to speak. Words in a
   * language for which it does not listen become nonsense.
   */
  heard(text: string, spokenIn?: string): { readonly voicePrompt: string; readonly lang: string } {
    if (this.#heard === DETECTING) {
      const language = spokenIn ?? this.#spoken;
      return { voicePrompt: text, lang: language.split('-')[0] ?? language };
    }
    const isUnderstood = spokenIn === undefined || spokenIn === this.#heard;
    return { voicePrompt: isUnderstood ? text : '(mumbling)', lang: this.#heard };
  }
}

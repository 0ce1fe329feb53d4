import type { SpeechSide } from '../callees/callee-config.ts';
import type { Connect } from '../twiml/markup.ts';
import type { RelaySettings } from '../twiml/relay-settings.ts';
import { TwimlError } from '../twiml/xml.ts';
import type { ApplicationFrame } from './relay-socket.ts';
import { RelayLanguages, type SettingsChange } from './transcription.ts';

export type SettingsFrame = Extract<ApplicationFrame, { type: 'config' | 'hints' | 'language' }>;
type Changed = Readonly<Record<string, unknown>>;

/** Assumed: https://www.twilio.com/docs/voice/conversationrelay/provider-failover names none. */
const DEFAULT_VOICES = { ElevenLabs: 'Google', Google: 'Amazon', Amazon: 'Google' } as const;
const DEFAULT_TRANSCRIPTIONS = { Deepgram: 'Google', Google: 'Deepgram' } as const;

/** Voices that the simulated vendor does not have: ElevenLabs voices with this prefix of their id. */
const UNSUPPORTED_VOICE = /^unsupported/i;

/** Speech to text: https://www.twilio.com/docs/api/errors/64114; that 64111 is text to speech is assumed. */
export const PROVIDER_FAILURES = {
  tts: new TwimlError(64111, 'The text-to-speech provider failed.'),
  stt: new TwimlError(64114, 'The connection with the speech recognition provider was lost.'),
};

/** A session's settings: those of the TwiML, changed by frames of the application and by failing providers. */
export class SessionSettings {
  /** The present settings; it is the same object after each change. */
  readonly present: RelaySettings;
  readonly languages: RelayLanguages;
  readonly #failover: Connect['failover'];

  constructor(connect: Connect) {
    this.present = { ...connect.relay };
    this.languages = new RelayLanguages(connect);
    this.#failover = connect.failover;
  }

  /** The reason why no provider can work with these settings (the vendor's 64106), or undefined. */
  get fault(): string | undefined {
    const { voice } = this.present;
    if (voice && UNSUPPORTED_VOICE.test(voice)) return `The voice ${voice} is not supported.`;
    return this.languages.faultOf(this.present);
  }

  /** Applies a frame. Returns what changed, or the reason why nothing did. */
  change({ type, ...change }: SettingsFrame): Changed | string {
    const fault = this.languages.change(change);
    if (fault !== undefined) return fault;
    const { ttsLanguage, transcriptionLanguage, language, ...settings }: SettingsChange = change;
    Object.assign(this.present, settings);
    return change;
  }

  /** Replaces a provider by its backup. Returns what changed, or undefined if the TwiML has no `<Failover>`. */
  failOver(side: SpeechSide): Changed | undefined {
    if (!this.#failover) return undefined;
    const { ttsProvider, transcriptionProvider = 'Deepgram' } = this.present;
    const backup = this.#failover.find(({ code }) => code === this.languages.expected(side));
    const changed =
      side === 'tts'
        ? { ttsProvider: backup?.ttsProvider ?? DEFAULT_VOICES[ttsProvider], voice: backup?.voice }
        : {
            transcriptionProvider:
              backup?.transcriptionProvider ?? DEFAULT_TRANSCRIPTIONS[transcriptionProvider],
            speechModel: backup?.speechModel,
          };
    Object.assign(this.present, changed);
    return changed;
  }
}

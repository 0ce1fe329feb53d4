import { type Sound, type Speaker, soundsOf } from './voices.ts';

/** Milliseconds that a browser may take to load its voices. */
const VOICES_MS = 2_000;

const NO_VOICES =
  'This browser has no voices. Install a voice in the settings of your system, or use another browser.';

/** Why the browser did not speak, by the codes of the Web Speech API. */
const WHY_SILENT: Readonly<Record<string, string>> = {
  'not-allowed': 'The browser did not let this page speak. Press “Listen” again.',
  'audio-busy': 'Another program uses the loudspeaker.',
  'audio-hardware': 'No loudspeaker was found.',
  network: 'This voice needs a network connection.',
};

/** The voices of both speakers, once the browser has loaded them; throws the reason for a person if it has none. */
export async function loadedSounds(language: string): Promise<Readonly<Record<Speaker, Sound>>> {
  const { speechSynthesis } = globalThis;
  if (!speechSynthesis) throw new Error('This browser cannot speak. Use another one.');
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
      setTimeout(resolve, VOICES_MS);
    });
  }
  const sounds = soundsOf(speechSynthesis.getVoices(), language);
  if (!sounds) throw new Error(NO_VOICES);
  return sounds;
}

/** What is being said: a browser may forget an utterance that nobody refers to, and never tell its end. */
let current: SpeechSynthesisUtterance | undefined;

/** Says a text. Returns false if somebody cancelled it; throws the reason for a person if the browser could not. */
export function say(text: string, { voice, pitch }: Sound): Promise<boolean> {
  return new Promise((resolve, reject) => {
    current = new SpeechSynthesisUtterance(text);
    current.voice = voice;
    current.lang = voice.lang;
    current.pitch = pitch;
    current.onend = () => resolve(true);
    current.onerror = ({ error }) =>
      error === 'canceled' || error === 'interrupted'
        ? resolve(false)
        : reject(new Error(WHY_SILENT[error] ?? `The browser could not speak (${error}).`));
    speechSynthesis.speak(current);
  });
}

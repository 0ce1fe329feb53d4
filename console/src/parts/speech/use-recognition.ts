import { useCallback, useEffect, useRef, useState } from 'react';

/** The part of the Web Speech API that recognizes speech: https://webaudio.github.io/web-speech-api/ */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { readonly results: SpeechRecognitionResultList }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

declare global {
  interface Window {
    /** TypeScript's types of the browser do not have it: not every browser does. */
    readonly webkitSpeechRecognition?: new () => Recognition;
  }
}

/** Why nothing was heard, by the codes of the Web Speech API. */
const WHY_NOT_HEARD: Readonly<Record<string, string>> = {
  'not-allowed':
    'The browser may not use the microphone. Allow it for this page in the browser, and try again.',
  'service-not-allowed': 'This browser does not allow speech recognition here. Type instead.',
  'audio-capture': 'No microphone was found. Connect one, or type instead.',
  network: 'The browser’s speech recognition cannot be reached. Try again, or type instead.',
  'no-speech': 'No words were heard. Try again, closer to the microphone.',
  'language-not-supported': 'The browser does not recognize this language. Type instead.',
};

const NONE = 'This browser does not recognize speech. Type instead, or use Chrome, Edge or Safari.';

/**
 * Recognizes what the reader says with the browser's own recognition, from `start` until `stop`.
 * @param onWords gets what was said, once it is final, and never without words
 */
export function useRecognition(language: string, onWords: (words: string) => void) {
  const [fault, setFault] = useState<string>();
  /** The words so far while it listens; undefined otherwise. */
  const [words, setWords] = useState<string>();
  const current = useRef<Recognition>(undefined);
  const latest = useRef(onWords);
  useEffect(() => {
    latest.current = onWords;
  }, [onWords]);
  useEffect(
    () => () => {
      // Its end would hand on half a sentence.
      if (current.current) current.current.onend = null;
      current.current?.abort();
    },
    [],
  );

  const start = useCallback(() => {
    const { webkitSpeechRecognition: Available } = window;
    if (!Available) return setFault(NONE);
    if (current.current) return undefined;
    // Who talks is not to be spoken over, and the microphone must not hear the agent.
    globalThis.speechSynthesis?.cancel();
    const recognition = new Available();
    let said = '';
    recognition.lang = language;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) => {
      said = Array.from(results, (result) => result[0]?.transcript ?? '').join('');
      setWords(said);
    };
    recognition.onerror = ({ error }) => {
      if (error !== 'aborted') setFault(WHY_NOT_HEARD[error] ?? `Nothing was recognized (${error}).`);
    };
    recognition.onend = () => {
      current.current = undefined;
      setWords(undefined);
      // The page may have gone on while it listened.
      if (said.trim() !== '') latest.current(said.trim());
    };
    current.current = recognition;
    setFault(undefined);
    setWords('');
    try {
      recognition.start();
    } catch {
      current.current = undefined;
      setWords(undefined);
      setFault('The browser could not begin to listen. Try again, or type instead.');
    }
    return undefined;
  }, [language]);
  const stop = useCallback(() => current.current?.stop(), []);
  return { fault, words, start, stop };
}

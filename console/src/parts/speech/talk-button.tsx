import { Mic } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { Confirm } from '../controls/confirm.tsx';
import './speech.css';
import { useRecognition } from './use-recognition.ts';

/** Where this browser keeps that its reader agreed to talk. */
const AGREED = 'talk';

/** Milliseconds of a press that holds: after a shorter one it listens until the next press. */
const HELD_MS = 400;

/**
 * Push to talk: it listens while it is held, or from one press to the next, and hands on what was said. It asks first: the
 * maker of the browser may receive the sound. It reports a missing microphone, permission or recognition.
 */
export function TalkButton({
  onWords,
  language = 'en',
  isDisabled = false,
}: {
  /** Gets what was said, when the reader ends: never without words. */
  readonly onWords: (words: string) => void;
  /** ISO 639-1 code of what is said. @default 'en' */
  readonly language?: string | undefined;
  readonly isDisabled?: boolean;
}) {
  const [agreed, setAgreed] = useState(() => localStorage.getItem(AGREED) === 'yes');
  const { fault, words, start, stop } = useRecognition(language, onWords);
  const began = useRef(0);
  const isListening = words !== undefined;
  if (!agreed) {
    return (
      <Confirm
        button="Speak"
        title="Speak with your microphone?"
        confirm="Use the microphone"
        disabled={isDisabled}
        onConfirm={() => {
          localStorage.setItem(AGREED, 'yes');
          setAgreed(true);
        }}
      >
        <p>
          Your browser turns your speech into text, and may send the audio to its vendor. This service gets
          only the text.
        </p>
      </Confirm>
    );
  }
  return (
    <>
      <Button
        className="talk"
        // Who is listened to must be able to end it.
        isDisabled={isDisabled && !isListening}
        data-listening={isListening || undefined}
        onPressStart={() => {
          if (isListening) return stop();
          began.current = Date.now();
          return start();
        }}
        onPressEnd={() => {
          if (isListening && Date.now() - began.current > HELD_MS) stop();
        }}
      >
        <Mic size={16} aria-hidden="true" /> {isListening ? 'Listening …' : 'Hold to speak'}
      </Button>
      <span role="status" className="speech-note">
        {words || fault}
      </span>
    </>
  );
}

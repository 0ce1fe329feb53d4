import { useCallback, useEffect, useRef, useState } from 'react';
import { loadedSounds, say } from './browser-speech.ts';
import { piecesOf, type Speaker } from './voices.ts';

/** A line of a conversation that can be spoken. */
export interface SpokenLine {
  /** Unique in its conversation, and the same as long as its text is. */
  readonly key: string;
  readonly by: Speaker;
  readonly text: string;
}

interface Speech {
  /** The key of the line that is being spoken. */
  readonly spoken: string | undefined;
  /** Why nothing is heard, for a person. */
  readonly fault: string | undefined;
  /** Queues lines to speak. Resolves when the queue is empty: everything was spoken, stopped, or failed. */
  readonly speak: (lines: readonly SpokenLine[]) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Speaks with the browser's own voices: one for the agent, another one for the contact. Whoever cancels the browser's
 * speech (`speechSynthesis.cancel`) also drops the lines that wait.
 * @param language ISO 639-1 code of what is spoken
 */
export function useSpeech(language = 'en'): Speech {
  const [spoken, setSpoken] = useState<string>();
  const [fault, setFault] = useState<string>();
  const waiting = useRef<SpokenLine[]>([]);
  const running = useRef<Promise<void>>(undefined);

  const stop = useCallback(() => {
    waiting.current = [];
    globalThis.speechSynthesis?.cancel();
  }, []);
  // Nothing is heard of a page that was left.
  useEffect(() => stop, [stop]);

  const speak = useCallback(
    (lines: readonly SpokenLine[]) => {
      waiting.current.push(...lines);
      if (running.current || waiting.current.length === 0) return running.current ?? Promise.resolve();
      setFault(undefined);
      running.current = speakAll(waiting, { language, onLine: setSpoken })
        .catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)))
        .finally(() => {
          waiting.current = [];
          running.current = undefined;
          setSpoken(undefined);
        });
      return running.current;
    },
    [language],
  );
  return { spoken, fault, speak, stop };
}

/** Speaks the queued lines in order; ends at once if somebody cancels the browser's speech. */
async function speakAll(
  waiting: { current: SpokenLine[] },
  { language, onLine }: { readonly language: string; readonly onLine: (key: string) => void },
): Promise<void> {
  const sounds = await loadedSounds(language);
  for (let line = waiting.current.shift(); line; line = waiting.current.shift()) {
    onLine(line.key);
    for (const piece of piecesOf(line.text)) if (!(await say(piece, sounds[line.by]))) return;
  }
}

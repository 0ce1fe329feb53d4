import { Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../controls.tsx';
import './speech.css';
import { type SpokenLine, useSpeech } from './use-speech.ts';

/**
 * A button that speaks the lines of a conversation, agent and contact with two voices of the browser; it says so if there
 * are none. While it is on, it also speaks each line that is added to `lines`.
 */
export function ListenToggle({
  lines,
  from = 'beginning',
  language,
  onSpoken,
  onBegin,
}: {
  /** What was said, in order: whole lines, since a line is spoken once. Keep its identity while nothing is added. */
  readonly lines: readonly SpokenLine[];
  /**
   * Where it begins. `beginning`: it reads all lines, and is off again after the last one: for a call that is over. `now`:
   * it speaks only what is added, until it is pressed again: for a conversation that goes on. @default 'beginning'
   */
  readonly from?: 'beginning' | 'now';
  /** ISO 639-1 code of the conversation. @default 'en' */
  readonly language?: string | undefined;
  /** Gets the key of the line being spoken, and undefined after the last one. Keep its identity. */
  readonly onSpoken?: (key: string | undefined) => void;
  /** Called when it is switched on. */
  readonly onBegin?: () => void;
}) {
  const { spoken, fault, speak, stop } = useSpeech(language);
  const [isOn, setOn] = useState(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => onSpoken?.(spoken), [onSpoken, spoken]);
  useEffect(() => {
    if (!isOn) return;
    const added = lines.filter(({ key }) => !known.current.has(key));
    known.current = new Set(lines.map(({ key }) => key));
    // A conversation that is over meanwhile has nothing to add: it is off after what is spoken now.
    void speak(added).then(() => from === 'beginning' && setOn(false));
  }, [isOn, lines, speak, from]);
  useEffect(() => {
    if (fault !== undefined) setOn(false);
  }, [fault]);
  const toggle = () => {
    known.current = new Set(from === 'now' ? lines.map(({ key }) => key) : []);
    if (isOn) stop();
    else onBegin?.();
    setOn(!isOn);
  };
  const Icon = isOn ? Square : Volume2;
  return (
    <>
      <Button icon={Icon} className="listen" aria-pressed={isOn} onClick={toggle}>
        Listen
      </Button>
      <span role="status" className="speech-note">
        {fault}
      </span>
    </>
  );
}

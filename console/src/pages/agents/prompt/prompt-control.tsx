import { Maximize2, Minimize2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { ControlOf } from '../../../form/field.ts';
import { More } from '../../../form/help.tsx';
import { count } from '../../../format/numbers.ts';
import { Faults } from '../../../parts/controls/faults.tsx';
import { Label } from '../../../parts/controls/field.tsx';
import { TextEditor } from '../../../parts/editor/text-editor.tsx';

/** Characters of a token, about, in European languages. */
const CHARACTERS_OF_TOKEN = 4;

const loadEditor = async () => (await import('./prompt-editor.ts')).editPrompt;

/** The prompt in an editor that takes the height it needs, and the whole screen on request. */
export function PromptControl({ field, value, onChange, path, faultsAt }: ControlOf) {
  const [isFull, setIsFull] = useState(false);
  const text = String(value ?? '');
  const faults = faultsAt(path);
  const leaveScreen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isFull) return;
    event.preventDefault();
    setIsFull(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of keys in the controls within.
    <div
      className={isFull ? 'field prompt full' : 'field prompt'}
      onKeyDown={leaveScreen}
      // Whoever leaves it sees the page again.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsFull(false);
      }}
    >
      <div className="prompt-head row">
        <span className="label">
          <strong>
            <Label name={field.label} isRequired />
          </strong>
          <More field={field} />
        </span>
        <span className="faint">about {count(Math.ceil(text.length / CHARACTERS_OF_TOKEN))} tokens</span>
        <button
          type="button"
          className="icon-button"
          aria-label={isFull ? 'Leave the full screen' : 'Fill the screen'}
          title={isFull ? 'Leave the full screen (Escape)' : 'Fill the screen'}
          onClick={() => setIsFull(!isFull)}
        >
          {isFull ? <Minimize2 size={16} aria-hidden="true" /> : <Maximize2 size={16} aria-hidden="true" />}
        </button>
      </div>
      <TextEditor
        className="prompt-editor"
        load={loadEditor}
        label={field.label}
        text={text}
        isWrong={faults.length > 0}
        onChange={onChange}
      />
      <Faults faults={faults} />
    </div>
  );
}

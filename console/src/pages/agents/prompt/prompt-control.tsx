import { Maximize2, Minimize2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { count } from '../../../format/numbers.ts';
import type { ControlOf } from '../../../schema-form/control-of.ts';
import { Faults, Label, moreOn } from '../../../schema-form/text-of-field.tsx';
import type { EditedText, PromptEditor } from './prompt-editor.ts';

/** Characters of a token, about, in European languages. */
const CHARACTERS_OF_TOKEN = 4;

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
      <div className="prompt-head">
        <span className="label">
          <strong>
            <Label field={field} />
          </strong>
          {moreOn(field)}
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
      <Editor label={field.label} text={text} isWrong={faults.length > 0} onChange={onChange} />
      <Faults faults={faults} />
    </div>
  );
}

/** The editor; a plain field until it is loaded, and if it cannot be. */
function Editor({ label, ...edited }: EditedText & { readonly label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<PromptEditor>(undefined);
  const now = useRef(edited);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    now.current = edited;
    editor.current?.update(edited);
  });
  useEffect(() => {
    let isGone = false;
    import('./prompt-editor.ts').then(
      ({ editPrompt }) => {
        if (isGone || !place.current) return;
        const { current: field } = plain;
        editor.current = editPrompt(place.current, label, now.current);
        place.current.hidden = false;
        if (field && document.activeElement === field) editor.current.focus(field.selectionStart);
        setIsLoaded(true);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [label]);
  return (
    <>
      <div ref={place} className="prompt-editor" hidden={!isLoaded} data-focus={isLoaded || undefined} />
      {!isLoaded && (
        <textarea
          ref={plain}
          className="prompt-editor"
          data-focus
          aria-label={label}
          aria-invalid={edited.isWrong || undefined}
          value={edited.text}
          onChange={({ target }) => edited.onChange(target.value)}
        />
      )}
    </>
  );
}

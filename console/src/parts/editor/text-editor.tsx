import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditedText, Editor, Mount } from './mount-editor.ts';
import { UNFINISHED } from './unfinished.ts';

/** A text in an editor; in a plain field until that is loaded, and if it cannot be. */
export function TextEditor({
  className,
  load,
  isUnfinished = false,
  ...edited
}: EditedText & {
  readonly className: string;
  /** Loads the editor; one function for each kind of it. */
  readonly load: () => Promise<Mount>;
  /** Whether the text is not a value yet. */
  readonly isUnfinished?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<Editor>(undefined);
  const now = useRef(edited);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    now.current = edited;
    editor.current?.update(edited);
  });
  useEffect(() => {
    let isGone = false;
    load().then(
      (mount) => {
        if (isGone || !place.current) return;
        const { current: field } = plain;
        // What was typed a moment ago may not be rendered yet.
        editor.current = mount(place.current, { ...now.current, text: field?.value ?? now.current.text });
        place.current.hidden = false;
        if (field && document.activeElement === field)
          editor.current.focus(field.selectionStart, field.selectionEnd);
        flushSync(() => setIsLoaded(true));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [load]);
  const shown = { className, 'data-focus': true, ...(isUnfinished && { [UNFINISHED]: true }) };
  return (
    <>
      <div ref={place} {...(isLoaded ? shown : { className })} hidden={!isLoaded} />
      {!isLoaded && (
        <textarea
          ref={plain}
          {...shown}
          aria-label={edited.label}
          aria-invalid={edited.isWrong || undefined}
          value={edited.text}
          onChange={({ target }) => edited.onChange(target.value)}
        />
      )}
    </>
  );
}

import './json.css';
import { useState } from 'react';
import type { EditedText } from '../editor/mount-editor.ts';
import { TextEditor } from '../editor/text-editor.tsx';

const loadEditor = async () => (await import('./json-editor.ts')).editJson;

/** A text of JSON. */
export const JsonText = (edited: EditedText) => (
  <TextEditor className="json-editor code" load={loadEditor} isUnfinished={edited.isWrong} {...edited} />
);

/** A value as JSON. What is not JSON yet stays in the field, and its form is not sent until it is. */
export function JsonField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2) ?? '');
  const [isWrong, setWrong] = useState(false);
  const change = (written: string) => {
    setText(written);
    try {
      onChange(JSON.parse(written));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <div className="field">
      <JsonText label={label} text={text} isWrong={isWrong} onChange={change} />
      {isWrong && (
        <p className="fault" role="alert">
          Not valid JSON. Fix it to save.
        </p>
      )}
    </div>
  );
}

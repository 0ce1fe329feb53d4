import { lazy, Suspense, useId, useState } from 'react';
import { type JsonInput, JsonTextarea } from './json-textarea.tsx';

// Without its file, a plain field does the same.
const JsonEditor = lazy(() => import('./json-editor.tsx').catch(() => ({ default: JsonTextarea })));

/** A text of JSON. */
export const JsonText = (input: JsonInput) => (
  <Suspense fallback={<JsonTextarea {...input} />}>
    <JsonEditor {...input} />
  </Suspense>
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
  const id = useId();
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
  const input: JsonInput = { label, text, isWrong, describedBy: isWrong ? id : undefined, onChange: change };
  return (
    <div className="field">
      <JsonText {...input} />
      {isWrong && (
        <p className="fault" role="alert" id={id}>
          This is not JSON yet: complete it to save.
        </p>
      )}
    </div>
  );
}

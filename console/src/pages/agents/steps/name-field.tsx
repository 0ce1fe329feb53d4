import { useState } from 'react';
import { InputField } from '../../../parts/controls.tsx';
import { UNFINISHED } from '../../../parts/editor/unfinished.ts';

/** The name of a step or of a value. It follows what is typed, unless another one has that name. */
export function NameField({
  label,
  name,
  taken,
  onRename,
}: {
  readonly label: string;
  readonly name: string;
  /** Names of others. */
  readonly taken: readonly string[];
  readonly onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState({ name, text: name });
  const text = typed.name === name ? typed.text : name;
  const isFree = (given: string) => given !== '' && !taken.includes(given);
  const faults = isFree(text) ? [] : [text === '' ? 'Enter a name.' : 'This name is already in use.'];
  const change = (given: string) => {
    setTyped({ name: isFree(given) ? given : name, text: given });
    if (isFree(given)) onRename(given);
  };
  return (
    <InputField
      label={label}
      className="code"
      faults={faults}
      {...(faults.length > 0 && { [UNFINISHED]: true })}
      value={text}
      onChange={(given) => change(given.trim())}
    />
  );
}

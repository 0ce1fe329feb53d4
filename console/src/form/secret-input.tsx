import { useState } from 'react';
import { Button, type ControlProps } from '../parts/controls.tsx';

/** An input that hides what is typed until its button is pressed. */
export function SecretInput({
  what,
  value,
  onChange,
  ...props
}: ControlProps & {
  /** The secret's name, for the button. */
  readonly what: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className="secret-input">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        // Browsers fill in the password of a site in spite of `off`.
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button className="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
        Show {what}
      </Button>
    </div>
  );
}

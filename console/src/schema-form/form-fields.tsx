import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * The fields and buttons of a form. They take nothing while what they hold is being saved: it would be lost when the
 * answer arrives. The focus returns afterwards to where it was.
 */
export function FormFields({
  busy,
  className = '',
  children,
}: {
  readonly busy: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    // A disabled field has lost the focus, and nothing else has it.
    if (!busy && document.activeElement === document.body) last.current?.focus();
  }, [busy]);
  const note = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target;
  };
  return (
    <fieldset className={`form-fields ${className}`} disabled={busy} onFocus={note}>
      {children}
    </fieldset>
  );
}

import { type FocusEvent, type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';

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

/** A form with such fields. */
export function Form({
  label,
  onSubmit,
  noValidate = false,
  isChanged = false,
  ref,
  ...fields
}: Parameters<typeof FormFields>[0] & {
  readonly label: string;
  readonly onSubmit: (form: HTMLFormElement) => void;
  /** Whether the API judges what is entered, and not the browser. */
  readonly noValidate?: boolean;
  /** Whether something was entered: a dialog asks before it loses that. */
  readonly isChanged?: boolean;
  readonly ref?: Ref<HTMLFormElement>;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // For React, a dialog is within the form that opens it.
    event.stopPropagation();
    onSubmit(event.currentTarget);
  };
  return (
    <form
      onSubmit={submit}
      noValidate={noValidate}
      aria-label={label}
      data-changed={isChanged || undefined}
      ref={ref}
    >
      <FormFields {...fields} />
    </form>
  );
}

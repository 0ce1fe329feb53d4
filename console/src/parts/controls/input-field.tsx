import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

interface Text {
  readonly onChange: (text: string) => void;
}

/** A text of one line, a number or a time, with its label, help and faults. */
export function InputField({
  label,
  hint,
  help,
  faults,
  onChange,
  ...input
}: FieldText & Text & Omit<ComponentProps<'input'>, 'onChange'>) {
  return (
    <Field {...{ label, hint, help, faults }}>
      {(control) => <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

/** A text of several lines, with its label, help and faults. */
export function AreaField({
  label,
  hint,
  help,
  faults,
  onChange,
  ...area
}: FieldText & Text & Omit<ComponentProps<'textarea'>, 'onChange'>) {
  return (
    <Field {...{ label, hint, help, faults }}>
      {(control) => <textarea {...control} {...area} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

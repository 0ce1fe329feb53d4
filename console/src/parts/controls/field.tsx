import { type ReactNode, useId } from 'react';
import { Faults } from './faults.tsx';

/** What a control needs to be described by its help and its fault. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** What stands around a control. */
export interface FieldText {
  readonly label: ReactNode;
  /** Follows the label without being part of it. */
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  readonly faults?: readonly string[] | undefined;
}

/** The name of a field, and whether it must be filled in. */
export const Label = ({ name, isRequired }: { readonly name: ReactNode; readonly isRequired: boolean }) => (
  <>
    {name}
    {isRequired && <span className="faint"> (required)</span>}
  </>
);

/** A control with its label, its help, and the faults that the API found in it. */
export function Field({
  label,
  hint,
  help,
  faults = [],
  children,
}: FieldText & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [help ? `${id}-help` : '', faults.length > 0 ? `${id}-fault` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      {hint ? (
        <div className="label">
          <label htmlFor={id}>{label}</label>
          {hint}
        </div>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': faults.length > 0 || undefined,
      })}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Faults faults={faults} id={`${id}-fault`} />
    </div>
  );
}

import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** A button, with an icon before its words if there is one. */
export function Button({
  icon: Icon,
  children,
  ...button
}: ComponentProps<'button'> & { readonly icon?: LucideIcon | undefined }) {
  return (
    <button type="button" {...button}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A button that shows an icon only. */
export function IconButton({
  icon: Icon,
  size = 16,
  label,
  ...button
}: ComponentProps<'button'> & {
  readonly icon: LucideIcon;
  /** Pixels of the icon's side. */
  readonly size?: number;
  readonly label: string;
}) {
  return (
    <button type="button" className="icon-button" aria-label={label} {...button}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}

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

/** Messages about what is wrong, announced to screen readers; nothing without any. */
export function Faults({ faults, id }: { readonly faults: readonly string[]; readonly id?: string }) {
  return faults.length === 0 ? null : (
    <p className="fault" id={id} role="alert">
      {faults.join(' ')}
    </p>
  );
}

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

/** Values that can be chosen, with their names. */
export type Options<Value extends string = string> = readonly (readonly [value: Value, name: string])[];

type SelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  readonly options: Options;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The name of no choice, whose value is empty. @default one of the options is always chosen */
  readonly none?: string | undefined;
};

/** A choice of one. A value that is not among the options is shown as it is. */
export function Select({ options, value, onChange, none, ...control }: SelectProps) {
  const isUnknown = value !== '' && !options.some(([option]) => option === value);
  return (
    <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {isUnknown && <option>{value}</option>}
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A choice with its label, help and faults. */
export function SelectField({ label, hint, help, faults, ...select }: FieldText & SelectProps) {
  return <Field {...{ label, hint, help, faults }}>{(control) => <Select {...control} {...select} />}</Field>;
}

/** A choice of one among a few, drawn as one control. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="segmented">
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            className="hidden"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}

/** A checkbox with its label on one line. */
export function CheckOption({
  isChecked,
  onChange,
  children,
}: {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="option">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />{' '}
      {children}
    </label>
  );
}

/** A setting that is on or off. */
export function Switch({
  label,
  help,
  isSelected,
  onChange,
  isDisabled = false,
}: {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        className="hidden"
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        checked={isSelected}
        aria-checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="track" aria-hidden="true" />
      <span className="switch-label" id={`${id}-label`}>
        {label}
      </span>
      {help && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </label>
  );
}

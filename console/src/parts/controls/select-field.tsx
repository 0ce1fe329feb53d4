import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

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

import { useQuery } from '@tanstack/react-query';
import { CheckOption } from '../parts/controls/check-option.tsx';
import { Faults } from '../parts/controls/faults.tsx';
import type { ControlProps } from '../parts/controls/field.tsx';
import { Select } from '../parts/controls/select-field.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import type { ControlOf } from './control-of.ts';
import type { FormField, Variant } from './fields.ts';
import { choicesOf } from './references.ts';
import { HelpLine } from './text-of-field.tsx';

/** Names another record by choosing it, or describes a new one, whose fields follow. */
export function ReferenceControl({
  field,
  value,
  onChange,
  path: _,
  faultsAt: __,
  ...props
}: ControlOf & ControlProps) {
  const choices = useQuery(choicesOf(field.name));
  const id = idOf(value);
  const variant = variantOf(field, value);
  const known = (choices.data ?? []).map((choice) => [choice.id, choice.label] as const);
  const made = (field.variants ?? []).map(
    ({ label }) => [`new ${label}`, label === 'new' ? 'a new one …' : `a new one: ${label} …`] as const,
  );
  const choose = (chosen: string) => {
    const kind = field.variants?.find(({ label }) => `new ${label}` === chosen);
    onChange(kind ? newRecord(kind) : chosen || null);
  };
  return (
    <Select
      {...props}
      none={field.empty ?? (field.nullable ? 'none' : 'choose …')}
      options={[...known, ...made]}
      value={variant ? `new ${variant.label}` : (id ?? '')}
      onChange={choose}
    />
  );
}

const newRecord = ({ type }: Variant) => (type === undefined ? {} : { type });

/** The kind of new record that the value describes; undefined if it names one that exists. */
export function variantOf(field: FormField, value: unknown): Variant | undefined {
  if (typeof value !== 'object' || value === null || 'id' in value) return undefined;
  const type: unknown = Reflect.get(value, 'type');
  return field.variants?.find((variant) => variant.type === type);
}

/** Names several records by ticking them. */
export function ReferencesControl({ field, value, onChange, path, faultsAt }: ControlOf) {
  const choices = useQuery(choicesOf(field.name));
  const chosen = Array.isArray(value) ? value.flatMap((one) => idOf(one) ?? []) : [];
  return (
    <fieldset>
      <legend>{field.label}</legend>
      <HelpLine field={field} />
      {choices.error && <FaultNote error={choices.error} />}
      {choices.data?.length === 0 && <p className="faint">None yet</p>}
      {choices.data?.map(({ id, label }) => (
        <CheckOption
          key={id}
          isChecked={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          {label}
        </CheckOption>
      ))}
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

/** The id that a reference names, whether it stands alone or in the record. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;
}

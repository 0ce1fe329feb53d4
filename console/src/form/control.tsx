import { CheckOption } from '../parts/controls/check-option.tsx';
import { Faults } from '../parts/controls/faults.tsx';
import './schema-form.css';
import { Field, Label } from '../parts/controls/field.tsx';
import { Switch } from '../parts/controls/switch.tsx';
import { words } from '../parts/status-badge.tsx';
import { same } from './changes.ts';
import type { ControlOf } from './control-of.ts';
import { ExtractControl } from './extract-control.tsx';
import type { FormField } from './fields.ts';
import { ListControl, MapControl } from './list-control.tsx';
import { objectOf } from './object-of.ts';
import { ReferenceControl, ReferencesControl, variantOf } from './reference-control.tsx';
import { SingleControl } from './single-control.tsx';
import { HelpLine, helpOf, isInner, moreOn } from './text-of-field.tsx';

/** The control of one field, by its kind. */
export function Control(control: ControlOf) {
  const { field } = control;
  if (field.kind === 'group') return <Group {...control} />;
  if (field.kind === 'choices') return <Choices {...control} />;
  if (field.kind === 'references') return <ReferencesControl {...control} />;
  if (field.kind === 'boolean') return <OnOff {...control} />;
  if (field.kind === 'reference') return <Reference {...control} />;
  if (field.kind === 'list') return <ListControl {...control} draw={draw} />;
  if (field.kind === 'map') return <MapControl {...control} draw={draw} />;
  if (field.kind === 'extract')
    return <ExtractControl {...control} asJson={<SingleControl {...control} />} />;
  return <SingleControl {...control} />;
}

const draw = (control: ControlOf) => <Control {...control} />;

/** A choice of another record, followed by the fields of a new one. */
function Reference(control: ControlOf) {
  const { field, value, path, faultsAt } = control;
  const variant = variantOf(field, value);
  const faults = faultsAt(path).filter((text) => variant === undefined || !isInner(text));
  return (
    <>
      <Field
        label={<Label name={field.label} isRequired={field.required} />}
        hint={moreOn(field)}
        help={helpOf(field)}
        faults={faults}
      >
        {(props) => <ReferenceControl {...props} {...control} />}
      </Field>
      {variant && (
        <fieldset>
          <legend>New {field.label.toLowerCase()}</legend>
          <Fields fields={variant.fields} {...control} />
        </fieldset>
      )}
    </>
  );
}

/** The controls of the fields of an object. */
function Fields({
  fields,
  value,
  onChange,
  path,
  faultsAt,
}: ControlOf & { readonly fields: readonly FormField[] }) {
  const values = objectOf(value);
  return fields.map((inner) => (
    <Control
      key={inner.name}
      field={inner}
      value={values[inner.name]}
      path={[...path, inner.name]}
      faultsAt={faultsAt}
      onChange={(changed) => onChange({ ...values, [inner.name]: changed })}
    />
  ));
}

function OnOff({ field, value, onChange, path, faultsAt }: ControlOf) {
  return (
    <div className="on-off">
      <Switch
        label={<Label name={field.label} isRequired={field.required} />}
        help={helpOf(field)}
        isSelected={(value ?? field.default) === true}
        onChange={onChange}
      />
      {moreOn(field)}
      <Faults faults={faultsAt(path)} />
    </div>
  );
}

function Choices({ field, value, onChange, path, faultsAt }: ControlOf) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset>
      <legend>
        <Label name={field.label} isRequired={field.required} />
      </legend>
      <HelpLine field={field} />
      {field.options?.map((option) => (
        <CheckOption
          key={option}
          isChecked={chosen.includes(option)}
          onChange={(isOn) => onChange(isOn ? [...chosen, option] : chosen.filter((one) => one !== option))}
        >
          {field.words?.[option] ?? words(option)}
        </CheckOption>
      ))}
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

/** Several fields. One that may be left out is switched on, or is always open. */
function Group(control: ControlOf) {
  const { field, value, onChange, path, faultsAt } = control;
  const { fields = [], isOpen = false, nullable } = field;
  const faults = <Faults faults={faultsAt(path).filter((text) => !isInner(text))} />;
  if (nullable && !isOpen) {
    const isOn = value !== undefined && value !== null;
    return (
      <fieldset className="on-off" aria-label={field.label}>
        <Switch
          label={field.label}
          help={helpOf(field)}
          isSelected={isOn}
          onChange={(on) => onChange(on ? {} : null)}
        />
        {moreOn(field)}
        {faults}
        {isOn && (
          <div className="inner">
            <Fields {...control} fields={fields} />
          </div>
        )}
      </fieldset>
    );
  }
  const change = (changed: unknown) =>
    onChange(nullable && isEmpty(fields, objectOf(changed)) ? null : changed);
  return (
    <fieldset>
      <legend>
        {field.label} {moreOn(field)}
      </legend>
      <HelpLine field={field} />
      <Fields {...control} fields={fields} onChange={change} />
      {faults}
    </fieldset>
  );
}

/** Whether the fields say nothing that leaving them out would not say. */
const isEmpty = (fields: readonly FormField[], values: Readonly<Record<string, unknown>>) =>
  fields.every(({ name, default: usual }) =>
    [null, '', [], usual].some((nothing) => same(values[name], nothing)),
  );

import { useState } from 'react';
import { AreaField, Button, Faults, InputField, SelectField } from '../parts/controls.tsx';
import { UNFINISHED } from '../parts/editor/unfinished.ts';
import { JsonField } from '../parts/json/json-field.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import {
  type ExtractedField,
  extractedFields,
  KIND_OPTIONS,
  kindOf,
  nameFault,
  schemaOf,
} from './extracted-fields.ts';
import type { ControlOf } from './field.ts';
import { Help, More } from './help.tsx';

/** A schema of values to extract, as a list of fields; a schema that says more stays JSON. */
export default function ExtractControl({ field, value, onChange, path, faultsAt }: ControlOf) {
  const [fields, setFields] = useState(() => extractedFields(value));
  const nameFaults = (fields ?? []).map((_, at) => nameFault(fields ?? [], at));
  // A field that isn't in the schema doesn't count as a change of the form.
  useUnsaved(nameFaults.some(Boolean));
  if (!fields) return <JsonField label={field.label} value={value} onChange={onChange} />;
  const put = (next: readonly ExtractedField[]) => {
    setFields(next);
    onChange(schemaOf(next));
  };
  return (
    <fieldset>
      <legend>
        {field.label} <More field={field} />
      </legend>
      <Help field={field} />
      {fields.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
        <div key={at} className="item">
          <ExtractedControl
            field={one}
            number={at + 1}
            nameFault={nameFaults[at]}
            onChange={(changed) => put(fields.map((before, place) => (place === at ? changed : before)))}
          />
          <Button onClick={() => put(fields.filter((_, place) => place !== at))}>
            Remove value {at + 1}
          </Button>
        </div>
      ))}
      <Button
        disabled={fields.length >= MOST_FIELDS}
        onClick={() => put([...fields, { name: '', kind: 'text', description: '', options: [] }])}
      >
        Add value to extract
      </Button>
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

/** Values that one analysis extracts at most (`extract` of the API's document). */
const MOST_FIELDS = 30;

function ExtractedControl({
  field,
  number,
  nameFault: fault,
  onChange,
}: {
  readonly field: ExtractedField;
  readonly number: number;
  readonly nameFault: string | undefined;
  readonly onChange: (field: ExtractedField) => void;
}) {
  return (
    <>
      <InputField
        label={`Name of value ${number}`}
        help="Its name in the analysis, such as appointment_day."
        faults={fault === undefined ? [] : [fault]}
        {...(fault !== undefined && { [UNFINISHED]: true })}
        value={field.name}
        onChange={(text) => onChange({ ...field, name: text.trim() })}
      />
      <SelectField
        label={`Kind of value ${number}`}
        options={KIND_OPTIONS}
        value={field.kind}
        onChange={(kind) => onChange({ ...field, kind: kindOf(kind) })}
      />
      {field.kind === 'one of' && (
        <AreaField
          label={`Choices of value ${number}`}
          help="One per line."
          rows={Math.min(8, field.options.length + 1)}
          value={field.options.join('\n')}
          onChange={(text) => onChange({ ...field, options: text.split('\n') })}
        />
      )}
      <InputField
        label={`Meaning of value ${number}`}
        help="What the language model looks for."
        value={field.description}
        onChange={(text) => onChange({ ...field, description: text })}
      />
    </>
  );
}

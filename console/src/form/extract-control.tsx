import { useState } from 'react';
import { Faults } from '../parts/controls.tsx';
import { JsonField } from '../parts/json/json-field.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import { type ExtractedField, extractedFields, nameFault, schemaOf } from './extracted-fields.ts';
import type { ControlOf } from './field.ts';
import { Help, More } from './help.tsx';
import { SchemaRows } from './schema-rows.tsx';

/** Values that one analysis extracts at most (`extract` of the API's document). */
const MOST_FIELDS = 30;

const EMPTY: ExtractedField = { name: '', kind: 'text', description: '', options: [] };

/** A schema of values to extract, as a list of fields; a schema that says more stays JSON. */
export default function ExtractControl({ field, value, onChange, path, faultsAt }: ControlOf) {
  const [fields, setFields] = useState(() => extractedFields(value));
  // A field that isn't in the schema doesn't count as a change of the form.
  useUnsaved((fields ?? []).some((_, at) => nameFault(fields ?? [], at) !== undefined));
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
      <SchemaRows rows={fields} what="value" empty={EMPTY} most={MOST_FIELDS} onChange={put} />
      <Faults faults={faultsAt(path)} />
    </fieldset>
  );
}

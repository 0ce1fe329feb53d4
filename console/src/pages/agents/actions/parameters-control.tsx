import { useState } from 'react';
import { SchemaRows } from '../../../form/schema-rows.tsx';
import { Faults, Segmented } from '../../../parts/controls.tsx';
import { JsonField } from '../../../parts/json/json-field.tsx';
import { inputSchemaOf, type Parameter, parametersOf } from './parameters.ts';

const EMPTY: Parameter = { name: '', kind: 'text', description: '', options: [], required: true };

/** What the agent asks the contact for and sends to a service: as a list, or as the JSON schema that it stands for. */
export function ParametersControl({
  schema,
  onChange,
  faults,
}: {
  readonly schema: unknown;
  readonly onChange: (schema: unknown) => void;
  readonly faults: readonly string[];
}) {
  const [rows, setRows] = useState(() => parametersOf(schema));
  const put = (next: readonly Parameter[]) => {
    setRows(next);
    onChange(inputSchemaOf(next));
  };
  const listed = parametersOf(schema);
  return (
    <fieldset className="parameters">
      <legend>What the agent sends</legend>
      <div className="row">
        <Segmented
          label="Edit as"
          options={[
            ['list', 'List'],
            ['json', 'JSON'],
          ]}
          value={rows ? 'list' : 'json'}
          onChange={(chosen) => setRows(chosen === 'list' ? listed : undefined)}
        />
        {!rows && !listed && <span className="help">This schema can’t be shown as a list.</span>}
      </div>
      {rows ? (
        <SchemaRows rows={rows} what="parameter" empty={EMPTY} onChange={put} />
      ) : (
        <JsonField label="JSON schema of the parameters" value={schema} onChange={onChange} />
      )}
      <Faults faults={faults} />
    </fieldset>
  );
}

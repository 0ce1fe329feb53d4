import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { KIND_OPTIONS, kindOf, nameFault } from '../../../form/extracted-fields.ts';
import { Button, Faults, IconButton, Segmented, Select } from '../../../parts/controls.tsx';
import { UNFINISHED } from '../../../parts/editor/unfinished.ts';
import { JsonField } from '../../../parts/json/json-field.tsx';
import { inputSchemaOf, type Parameter, parametersOf } from './parameters.ts';

const NEW: Parameter = { name: '', kind: 'text', description: '', options: [], required: true };

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
        <Rows rows={rows} onChange={put} />
      ) : (
        <JsonField label="JSON schema of the parameters" value={schema} onChange={onChange} />
      )}
      <Faults faults={faults} />
    </fieldset>
  );
}

function Rows({
  rows,
  onChange,
}: {
  readonly rows: readonly Parameter[];
  readonly onChange: (rows: readonly Parameter[]) => void;
}) {
  return (
    <>
      {rows.length === 0 && <p className="help">No parameters</p>}
      {rows.map((row, at) => (
        <ParameterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
          key={at}
          row={row}
          number={at + 1}
          fault={nameFault(rows, at)}
          onChange={(next) => onChange(rows.with(at, next))}
          onRemove={() => onChange(rows.toSpliced(at, 1))}
        />
      ))}
      <Button icon={Plus} onClick={() => onChange([...rows, NEW])}>
        Add a parameter
      </Button>
    </>
  );
}

function ParameterRow({
  row,
  number,
  fault,
  onChange,
  onRemove,
}: {
  readonly row: Parameter;
  readonly number: number;
  /** What is wrong with its name. */
  readonly fault: string | undefined;
  readonly onChange: (row: Parameter) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const of = `of parameter ${number}`;
  return (
    <div className="parameter">
      <input
        {...(fault !== undefined && { [UNFINISHED]: true, 'aria-invalid': true, 'aria-describedby': id })}
        aria-label={`Name ${of}`}
        placeholder="Name, such as order_number"
        className="code"
        // biome-ignore lint/a11y/noAutofocus: a new row is named first.
        autoFocus={row.name === ''}
        value={row.name}
        onChange={({ target }) => onChange({ ...row, name: target.value.trim() })}
      />
      <Select
        aria-label={`Type ${of}`}
        options={KIND_OPTIONS}
        value={row.kind}
        onChange={(kind) => onChange({ ...row, kind: kindOf(kind) })}
      />
      <label className="row">
        <input
          type="checkbox"
          aria-label={`Parameter ${number} is required`}
          checked={row.required}
          onChange={({ target }) => onChange({ ...row, required: target.checked })}
        />
        required
      </label>
      <IconButton icon={X} label={`Remove parameter ${number}`} onClick={onRemove} />
      {fault !== undefined && (
        <p className="fault wide" role="alert" id={id}>
          {fault}
        </p>
      )}
      {row.kind === 'one of' && (
        <input
          className="wide"
          aria-label={`Choices ${of}`}
          placeholder="Choices, separated by commas"
          value={row.options.join(',')}
          onChange={({ target }) => onChange({ ...row, options: target.value.split(',') })}
        />
      )}
      <input
        className="wide"
        aria-label={`Description ${of}`}
        placeholder="What it means, for the language model"
        value={row.description}
        onChange={({ target }) => onChange({ ...row, description: target.value })}
      />
    </div>
  );
}

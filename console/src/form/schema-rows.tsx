import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, CheckOption, IconButton, Select } from '../parts/controls.tsx';
import { UNFINISHED } from '../parts/editor/unfinished.ts';
import { type ExtractedField, KIND_OPTIONS, kindOf, nameFault } from './extracted-fields.ts';

interface Rows<Row extends ExtractedField> {
  readonly rows: readonly Row[];
  /** What one row is called. */
  readonly what: string;
  /** What another row begins with. */
  readonly empty: Row;
  readonly most?: number;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** The properties of a schema, one a row; those of a call's service say which it needs. */
export function SchemaRows<Row extends ExtractedField>({ rows, what, empty, most, onChange }: Rows<Row>) {
  return (
    <>
      {rows.map((row, at) => (
        <SchemaRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
          key={at}
          row={row}
          of={`${what} ${at + 1}`}
          fault={nameFault(rows, at)}
          onChange={(changed) => onChange(rows.with(at, { ...row, ...changed }))}
          onRemove={() => onChange(rows.toSpliced(at, 1))}
        />
      ))}
      <Button icon={Plus} disabled={rows.length === most} onClick={() => onChange([...rows, empty])}>
        Add a {what}
      </Button>
    </>
  );
}

function SchemaRow({
  row,
  of,
  fault,
  onChange,
  onRemove,
}: {
  readonly row: ExtractedField & { readonly required?: boolean };
  /** What it is called, with its number. */
  readonly of: string;
  /** What is wrong with its name. */
  readonly fault: string | undefined;
  readonly onChange: (changed: Partial<ExtractedField & { readonly required: boolean }>) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  return (
    <div className="schema-row">
      <input
        {...(fault !== undefined && { [UNFINISHED]: true, 'aria-invalid': true, 'aria-describedby': id })}
        aria-label={`Name of ${of}`}
        placeholder="Name, such as order_number"
        className="code"
        // biome-ignore lint/a11y/noAutofocus: a new row is named first.
        autoFocus={row.name === ''}
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value.trim() })}
      />
      <Select
        aria-label={`Kind of ${of}`}
        options={KIND_OPTIONS}
        value={row.kind}
        onChange={(kind) => onChange({ kind: kindOf(kind) })}
      />
      {row.required !== undefined && (
        <CheckOption isChecked={row.required} onChange={(required) => onChange({ required })}>
          required<span className="hidden">: {of}</span>
        </CheckOption>
      )}
      <IconButton icon={X} label={`Remove ${of}`} onClick={onRemove} />
      {fault !== undefined && (
        <p className="fault wide" role="alert" id={id}>
          {fault}
        </p>
      )}
      {row.kind === 'one of' && (
        <input
          className="wide"
          aria-label={`Choices of ${of}`}
          placeholder="Choices, separated by commas"
          value={row.options.join(',')}
          onChange={({ target }) => onChange({ options: target.value.split(',') })}
        />
      )}
      <input
        className="wide"
        aria-label={`Meaning of ${of}`}
        placeholder="What it means, for the language model"
        value={row.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </div>
  );
}

import { messagesAt } from '../api/fault.ts';
import { Control } from './control.tsx';
import type { FormField } from './fields.ts';

/** Values of a form, as the API has them. */
export type Values = Readonly<Record<string, unknown>>;

/** Controls for the fields of a schema, each with the document's help and the API's fault. */
export function SchemaForm({
  fields,
  values,
  onChange,
  error,
}: {
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly error?: unknown;
}) {
  return fields.map((field) => (
    <Control
      key={field.name}
      field={field}
      value={values[field.name]}
      faultsAt={(path) => messagesAt(error, ...path)}
      path={[field.name]}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

import { withoutMissing } from '../api/lists.ts';
import { InputField, Label } from './controls.tsx';
import type { Given, Variable } from './use-variables.ts';

/** A field for each name that an agent asks of a call's context. */
export function ValueFields({
  variables,
  given,
  onChange,
}: {
  readonly variables: readonly Variable[];
  readonly given: Given;
  readonly onChange: (given: Given) => void;
}) {
  if (variables.length === 0) return null;
  return (
    <div className="context-values">
      {variables.map(({ name, needed }) => (
        <InputField
          key={name}
          label={
            <>
              Value of <Label name={<bdi>{name}</bdi>} isRequired={needed} />
            </>
          }
          required={needed}
          maxLength={2000}
          value={given[name] ?? ''}
          onChange={(value) => onChange(withoutMissing({ ...given, [name]: value }))}
        />
      ))}
    </div>
  );
}

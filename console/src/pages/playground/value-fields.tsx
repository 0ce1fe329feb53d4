import './chat.css';
import { withoutMissing } from '../../api/lists.ts';
import { Field } from '../../parts/controls/field.tsx';
import type { Variable } from '../../parts/use-variables.ts';

/** What is entered for the names that an agent asks for. */
export type Given = Readonly<Record<string, string>>;

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
        <Field
          key={name}
          label={
            <>
              Value of <bdi>{name}</bdi>
              {needed && <span className="faint"> (needed)</span>}
            </>
          }
        >
          {(control) => (
            <input
              {...control}
              value={given[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange(withoutMissing({ ...given, [name]: value }))
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { messagesAt, messagesElsewhere } from '../api/fault.ts';
import { Faults } from '../parts/controls.tsx';
import { useDraft, useRestoredDraft } from '../parts/drafts.ts';
import { isUnfinished } from '../parts/editor/unfinished.ts';
import { RestoredNote } from '../parts/query-state.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import { changesOf, picked } from './changes.ts';
import { FieldsOf } from './control.tsx';
import { type Fields, kindOf, objectOf, type Values, withoutSecrets } from './field.ts';
import { Form } from './form.tsx';

/**
 * A form for a new record, or for changes of one. It sends what is set or changed, and what
 * others change meanwhile stays. Leaving it unsaved asks first; what is entered outlives the session.
 */
export function RecordForm({
  name,
  fields,
  before,
  at = [],
  submit,
  act,
  children,
}: {
  /** The form's name, under which what is entered outlives the session. */
  readonly name: string;
  readonly fields: Fields;
  /** The record as it is; undefined for a new one. */
  readonly before?: Values | undefined;
  /** The names that lead to the record in the request. */
  readonly at?: readonly string[] | undefined;
  /** The words on the button. */
  readonly submit: string;
  /** Sends what is set or changed. */
  readonly act: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (body: Record<string, unknown>, options: { readonly onSuccess: () => void }) => void;
  };
  /** Other buttons. */
  readonly children?: ReactNode;
}) {
  const { isPending: busy, error } = act;
  const restored = useRestoredDraft(name);
  // What was read last, under what was edited.
  const [edited, setEdited] = useState<Values>(restored ?? {});
  const values = { ...before, ...edited };
  // Controls with incomplete input reset with each generation.
  const [generation, setGeneration] = useState(0);
  const names = Object.keys(fields);
  const changes = changesOf(picked(before ?? {}, names), picked(values, names));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged && !busy);
  useDraft(name, isChanged ? withoutSecrets(edited) : undefined);
  const send = (form: HTMLFormElement) => {
    if (isUnfinished(form)) return;
    const onSuccess = () => {
      setEdited({});
      setGeneration(generation + 1);
    };
    // A text of one line may have been copied with the space around it.
    const trimmed = Object.entries(changes).map(([one, value]) => {
      const field = fields[one];
      return [one, typeof value === 'string' && field && kindOf(field) === 'text' ? value.trim() : value];
    });
    act.mutate(Object.fromEntries(trimmed), { onSuccess });
  };
  return (
    <Form label={submit} busy={busy} isChanged={isChanged} noValidate onSubmit={send}>
      {restored && isChanged && <RestoredNote />}
      <FieldsOf
        key={generation}
        fields={fields}
        value={values}
        onChange={(next) => setEdited(changesOf(before ?? {}, objectOf(next)))}
        faultsAt={(path) => messagesAt(error, ...at, ...path)}
      />
      <Faults faults={messagesElsewhere(error, at.length > 0 ? at : names)} />
      <div className="actions">
        {children}
        <button type="submit" className="primary">
          {busy ? 'Saving …' : submit}
        </button>
      </div>
    </Form>
  );
}

import { useMemo, useState } from 'react';
import type { Document } from '../api/document-types.ts';
import { messagesElsewhere } from '../api/fault.ts';
import { Faults } from '../parts/controls/faults.tsx';
import { useDraft, useRestoredDraft } from '../parts/drafts.ts';
import { isUnfinished } from '../parts/editor/unfinished.ts';
import { RestoredNote } from '../parts/restored-note.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import { changesOf } from './changes.ts';
import { fieldsOf } from './fields.ts';
import { Form } from './form-fields.tsx';
import { SchemaForm, type Values } from './schema-form.tsx';
import { withoutSecrets } from './secrets.ts';

/**
 * A form for a new record, or for changes of one, from a schema of the document. It sends what is set or changed, and what
 * others change meanwhile stays. Leaving it unsaved asks first; what is entered outlives the session.
 */
export function RecordForm({
  document,
  schema,
  before,
  submit,
  busy,
  error,
  onSubmit,
}: {
  readonly document: Document;
  readonly schema: string;
  /** The record as it is; undefined for a new one. */
  readonly before?: Values | undefined;
  /** The words on the button. */
  readonly submit: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** `saved` is to be called when the API has taken the body. */
  readonly onSubmit: (body: Record<string, unknown>, saved: () => void) => void;
}) {
  const fields = useMemo(
    () => fieldsOf(document, document.components.schemas[schema] ?? {}),
    [document, schema],
  );
  const restored = useRestoredDraft(schema);
  // What was read last, under what was edited.
  const [edited, setEdited] = useState<Values>(restored ?? {});
  const values = { ...before, ...edited };
  // Controls with incomplete input reset with each generation.
  const [generation, setGeneration] = useState(0);
  const names = fields.map(({ name }) => name);
  const known = (all: Values) => Object.fromEntries(names.map((name) => [name, all[name]]));
  const elsewhere = messagesElsewhere(error, names);
  const changes = changesOf(known(before ?? {}), known(values));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged && !busy);
  useDraft(schema, isChanged ? withoutSecrets(fields, edited) : undefined);
  const send = (form: HTMLFormElement) => {
    if (isUnfinished(form)) return;
    onSubmit(changes, () => {
      setEdited({});
      setGeneration(generation + 1);
    });
  };
  return (
    <Form label={submit} busy={busy} noValidate onSubmit={send}>
      {restored && isChanged && <RestoredNote />}
      <SchemaForm
        key={generation}
        fields={fields}
        values={values}
        onChange={(next) => setEdited(changesOf(before ?? {}, next))}
        error={error}
      />
      <Faults faults={elsewhere} />
      <button type="submit" className="primary">
        {busy ? 'Saving …' : submit}
      </button>
    </Form>
  );
}

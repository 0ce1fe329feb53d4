import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { withoutMissing } from '../../api/lists.ts';
import { fromLocalInput } from '../../format/date-time.ts';
import { Field } from '../../parts/controls/field.tsx';
import { useDraft, useKept } from '../../parts/drafts.ts';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { FormFields } from '../../schema-form/form-fields.tsx';

/** Delivers the events of a range of time again. */
export function Replay({ webhook }: { readonly webhook: string }) {
  const restored = useKept('replay');
  const [from, setFrom] = useState(String(restored?.from ?? ''));
  const [until, setUntil] = useState(String(restored?.until ?? ''));
  const [failedOnly, setFailedOnly] = useState(restored?.failedOnly !== false);
  const replay = useAct({
    act: () =>
      bodyOf(
        api.POST('/v1/webhooks/replay', {
          params: { query: { id: webhook } },
          body: {
            from: fromLocalInput(from) ?? '',
            ...withoutMissing({
              until: fromLocalInput(until),
              status: failedOnly ? ('failed' as const) : undefined,
            }),
          },
        }),
      ),
    done: 'The replay begins within moments: see the deliveries above.',
    changes: [['deliveries']],
    showsFault: true,
    onDone: () => {
      setFrom('');
      setUntil('');
      setFailedOnly(true);
    },
  });
  const isEntered = from !== '' || until !== '' || !failedOnly;
  useUnsaved(isEntered && !replay.isPending);
  useDraft('replay', isEntered ? { from, until, failedOnly } : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate(undefined);
  };
  const elsewhere = messagesElsewhere(replay.error, ['from', 'until', 'status']);
  return (
    <Section title="Replay">
      <form onSubmit={submit} aria-label="Replay">
        {restored && isEntered && <RestoredNote />}
        <FormFields busy={replay.isPending} className="row-form">
          <Field label="Events since" faults={messagesAt(replay.error, 'from')}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                required
                value={from}
                onChange={({ target }) => setFrom(target.value)}
              />
            )}
          </Field>
          <Field label="Until" help="Up to now, if left empty." faults={messagesAt(replay.error, 'until')}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={until}
                onChange={({ target }) => setUntil(target.value)}
              />
            )}
          </Field>
          <label className="option">
            <input
              type="checkbox"
              checked={failedOnly}
              onChange={({ target }) => setFailedOnly(target.checked)}
            />{' '}
            Only events whose delivery failed
          </label>
          {elsewhere.length > 0 && (
            <p className="fault" role="alert">
              {elsewhere.join(' ')}
            </p>
          )}
          <button type="submit">{replay.isPending ? 'Asking …' : 'Replay'}</button>
        </FormFields>
      </form>
    </Section>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { usePages } from '../../api/lists.ts';
import { Form } from '../../form/form.tsx';
import { useEntered } from '../../form/use-entered.ts';
import { useAddress } from '../../parts/address.ts';
import { AreaField, Button, Faults, Field, InputField } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote, NextPage, QueryState, RestoredNote } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { Phone, Untrusted, When } from '../../parts/values.tsx';

/** The numbers that are not to be called. */
export function DoNotCallList() {
  const { rows, ...entries } = usePages(['do-not-call'], (cursor) =>
    api.page('/v1/do_not_call/list', { query: { size: 50, cursor } }),
  );
  return (
    <>
      <CheckNumber />
      <ChangeList />
      <Section title="The list">
        <QueryState query={entries} what="the list" />
        {entries.isSuccess && rows.length === 0 && (
          <p className="faint">
            No number is on it. Callees who ask not to be called again are added by their agent.
          </p>
        )}
        {rows.length > 0 && <Entries entries={rows} />}
        <NextPage query={entries}>Show more</NextPage>
      </Section>
    </>
  );
}

function Entries({ entries }: { readonly entries: readonly Schema<'DoNotCallEntry'>[] }) {
  return (
    <Table
      label="Do-not-call entries"
      rows={entries}
      columns={{
        Number: (entry) => <Phone number={entry.phone_number} />,
        Added: (entry) => <When at={entry.listed_at} />,
        Reason: (entry) => <Untrusted text={entry.reason} shown={200} />,
        By: ({ call_id: id }) =>
          id ? (
            <Link to="/calls/$id" params={{ id }}>
              a call
            </Link>
          ) : (
            'you'
          ),
        Removed: ({ removed_at: at, removal_reason: reason }) => (
          <>
            <When at={at} /> {at && <Untrusted text={reason ?? ''} shown={200} />}
          </>
        ),
      }}
    />
  );
}

function CheckNumber() {
  const [{ number = '' }] = useAddress();
  // A missing number is not asked for.
  const asked = { enabled: number !== '', retry: false };
  const query = { phone_number: number };
  const check = useQuery({
    queryKey: ['do-not-call', 'check', number],
    queryFn: () => api.get('/v1/do_not_call/check', { query }),
    ...asked,
  });
  const history = usePages(
    ['do-not-call', 'history', number],
    (cursor) => api.page('/v1/do_not_call/history', { query: { ...query, size: 50, cursor } }),
    asked,
  );
  const again = () => void Promise.all([check.refetch(), history.refetch()]);
  const faults = messagesAt(check.error, 'phone_number');
  const error = check.error ?? history.error;
  return (
    <Section title="Check a number">
      <NumberForm tab="do-not-call" faults={faults} />
      {check.data && (
        <p role="status">
          <Phone number={check.data.phone_number} />{' '}
          {check.data.listed ? 'is on the list and won’t be called.' : 'isn’t on the list and can be called.'}
        </p>
      )}
      {error && faults.length === 0 && <FaultNote error={error} onRetry={again} />}
      {history.rows.length > 0 && <Entries entries={history.rows} />}
      <NextPage query={history}>Show earlier entries</NextPage>
    </Section>
  );
}

function ChangeList() {
  // The same reason may be that of other numbers.
  const [lastReason, setLastReason] = useState('');
  const saved = { numbers: '', reason: lastReason };
  const { entered, change, isEntered, isRestored } = useEntered('do-not-call', saved);
  const { numbers, reason } = entered;
  const save = useAct({
    act: async (what: 'add' | 'remove') => {
      const body = { phone_numbers: numbers.split(/[\n,;]+/).flatMap((one) => one.trim() || []), reason };
      const { results }: Schema<'DoNotCallAdditions'> | Schema<'DoNotCallRemovals'> =
        what === 'add'
          ? await api.post('/v1/do_not_call/add', { body })
          : await api.post('/v1/do_not_call/remove', { body });
      return results;
    },
    done: (results) =>
      results.map(({ phone_number, result }) => `${phone_number} ${result.replaceAll('_', ' ')}`).join(', '),
    changes: [['do-not-call']],
    showsFault: true,
    onDone: () => {
      setLastReason(reason);
      change({ numbers: '' });
    },
  });
  useUnsaved(isEntered && !save.isPending);
  return (
    <Section title="Add or remove numbers">
      <Form label="Add or remove numbers" busy={save.isPending} onSubmit={() => save.mutate('add')}>
        {isRestored && <RestoredNote />}
        <AreaField
          label="Numbers"
          help="With country code, one per line."
          faults={messagesAt(save.error, 'phone_numbers')}
          rows={3}
          required
          value={numbers}
          onChange={(text) => change({ numbers: text })}
        />
        <InputField
          label="Reason"
          help="Stored with the change."
          faults={messagesAt(save.error, 'reason')}
          maxLength={500}
          value={reason}
          onChange={(text) => change({ reason: text })}
        />
        <Faults faults={messagesElsewhere(save.error, ['phone_numbers', 'reason'])} />
        <div className="actions">
          <button type="submit" className="primary">
            Add to the list
          </button>
          <Button onClick={() => save.mutate('remove')}>Remove from the list</Button>
        </div>
      </Form>
    </Section>
  );
}

/** Asks for a number, and puts it into the address. The same number is looked up again. */
export function NumberForm({ tab, faults }: { readonly tab: string; readonly faults: readonly string[] }) {
  const [{ number }, setSearch] = useAddress();
  const queries = useQueryClient();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('number') ?? '').trim();
    if (typed === number) void queries.invalidateQueries({ queryKey: [tab] });
    else setSearch({ tab, number: typed });
  };
  return (
    <form onSubmit={submit} className="row-form" aria-label="Check a number">
      <Field label="Number to check" faults={faults}>
        {(control) => <input {...control} name="number" type="tel" required defaultValue={number} />}
      </Field>
      <button type="submit">Check</button>
    </form>
  );
}

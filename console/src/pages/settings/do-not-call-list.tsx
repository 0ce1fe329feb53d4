import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt } from '../../api/fault.ts';
import { usePages } from '../../api/lists.ts';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { useAddress } from '../../parts/address.ts';
import { Field } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote, NextPage, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
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

const FIELDS: Fields = {
  change: {
    label: 'Change',
    options: { add: 'Add', remove: 'Remove' },
    isSegmented: true,
    default: 'add',
  },
  phone_numbers: {
    kind: 'lines',
    label: 'Numbers',
    help: 'With country code, one per line.',
    required: true,
  },
  reason: { label: 'Reason', help: 'Stored with the change.', required: true },
};

function ChangeList() {
  const save = useAct({
    act: ({ change = 'add', ...entered }: Values) =>
      api.request<Schema<'DoNotCallAdditions'> | Schema<'DoNotCallRemovals'>>(
        'POST',
        `/v1/do_not_call/${change}`,
        { body: entered },
      ),
    done: ({ data: { results } }) =>
      results.map(({ phone_number, result }) => `${phone_number} ${result.replaceAll('_', ' ')}`).join(', '),
    changes: [['do-not-call']],
    showsFault: true,
  });
  return (
    <Section title="Add or remove numbers">
      <RecordForm name="do-not-call" fields={FIELDS} submit="Change the list" act={save} />
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

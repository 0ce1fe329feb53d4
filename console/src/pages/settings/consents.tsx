import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt } from '../../api/fault.ts';
import { usePages } from '../../api/lists.ts';
import type { Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { counted } from '../../format/numbers.ts';
import { useAddress } from '../../parts/address.ts';
import { Field } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote, NextPage } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Phone, Untrusted, When, words } from '../../parts/values.tsx';
import { BadRows } from '../calls/batch/bad-rows.tsx';
import { CONSENT } from './consent-fields.ts';
import { NumberForm } from './do-not-call-list.tsx';

/** The consents of numbers: looked up, recorded one by one, or imported. */
export function Consents() {
  return (
    <>
      <ConsentsOfNumber />
      <RecordConsent />
      <ImportConsents />
    </>
  );
}

function ConsentsOfNumber() {
  const [{ number = '' }] = useAddress();
  const { rows, ...records } = usePages(
    ['consents', number],
    (cursor) => api.page('/v1/consents/list', { query: { phone_number: number, size: 50, cursor } }),
    { enabled: number !== '', retry: false },
  );
  const faults = messagesAt(records.error, 'phone_number');
  return (
    <Section title="Consents of a number">
      <NumberForm tab="consents" faults={faults} />
      {records.error && faults.length === 0 && (
        <FaultNote error={records.error} onRetry={() => void records.refetch()} />
      )}
      {records.isSuccess && (
        <p role="status">
          <Phone number={number} />: {counted(rows.length, 'record')}
        </p>
      )}
      {rows.length > 0 && <Records records={rows} />}
      <NextPage query={records}>Show more</NextPage>
    </Section>
  );
}

const Records = ({ records }: { readonly records: readonly Schema<'ConsentRecord'>[] }) => (
  <Table
    label="Consents and withdrawals"
    rows={records}
    columns={{
      Kind: ({ type }) => (type === 'given' ? 'consent' : 'withdrawal'),
      Purpose: ({ purpose }) => purpose ?? 'all',
      Given: ({ at }) => <When at={at} />,
      'Valid until': ({ valid_until: at }) => <When at={at} />,
      Wording: ({ words: text }) => <Untrusted text={text} shown={200} />,
      Details: ({ written, artificial_voice: voice }) =>
        [written && 'in writing', voice && 'artificial voice'].filter(Boolean).join(', '),
      Source: ({ source, call_id: id, recorded_by: by }) =>
        id ? (
          <Link to="/calls/$id" params={{ id }}>
            View call
          </Link>
        ) : (
          <Untrusted text={by ? `${source}, ${by}` : source} shown={200} />
        ),
    }}
  />
);

function RecordConsent() {
  const save = useAct({
    act: (consent: Values) => api.request('POST', '/v1/consents/create', { body: { consents: [consent] } }),
    done: 'Recorded.',
    changes: [['consents']],
    showsFault: true,
  });
  return (
    <Section title="Record a consent or a withdrawal">
      <RecordForm name="consent" fields={CONSENT} at={['consents', '0']} submit="Record" act={save} />
    </Section>
  );
}

/** Imports a CSV. Each row that is refused is named. */
function ImportConsents() {
  const load = useAct({
    act: async (csv: Blob) => api.post('/v1/consents/import', { body: { csv: await csv.text() } }),
    changes: [['consents']],
    showsFault: true,
  });
  const faults = messagesAt(load.error, 'csv');
  const results = load.data?.results ?? [];
  const bad = results.flatMap((row) =>
    'error' in row ? [{ line: row.line, text: words(row.error.loc.at(-1) ?? ''), why: row.error.msg }] : [],
  );
  return (
    <Section title="Import a CSV">
      <Field
        label="File"
        help="Up to 1,000 rows. Columns: phone_number, purpose, words, source; optional: type, at, valid_until, written, artificial_voice."
        faults={faults}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={load.isPending}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) load.mutate(chosen);
            }}
          />
        )}
      </Field>
      {load.error && faults.length === 0 && <FaultNote error={load.error} />}
      {load.data && <p role="status">{counted(results.length - bad.length, 'record')} added</p>}
      <BadRows rows={bad} title={`${counted(bad.length, 'row')} refused`} />
    </Section>
  );
}

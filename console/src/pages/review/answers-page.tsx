import './review.css';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schema } from '../../api/client.ts';
import { type ListedCall, useAgentNames } from '../../api/lists.ts';
import { agentName } from '../../format/label.ts';
import { counted } from '../../format/numbers.ts';
import { contactOf } from '../../format/phone-number.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Button } from '../../parts/controls.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import type { Column } from '../../parts/table.tsx';
import { type Finding, findingsOf, WHY_MISSING } from '../call/findings.ts';
import { CallsTabs, useCallFilters } from '../calls/calls-tabs.tsx';
import { CONTACT, WHEN } from '../calls/cells.tsx';
import { apiFilters } from '../calls/filters.ts';
import { useCalls } from '../calls/use-calls.ts';
import { ExportState, useExportCsv } from '../calls/use-export-csv.tsx';

/** What the calls are filtered by. */
const FILTERS = ['agent', 'when', 'outcome'];

/** No open call is followed: answers come after the end. */
const NONE: readonly string[] = [];

/** What calls came to: a column for each field that is extracted from them, of one agent or of all. */
export default function AnswersPage() {
  const [search, setSearch] = useAddress();
  const names = useAgentNames();
  const calls = useCalls(
    useMemo(() => apiFilters(search), [search]),
    NONE,
  );
  const offered = useCallFilters(calls.error).filter(({ name }) => FILTERS.includes(name));
  const agentOf = ({ agent: id }: ListedCall) => names.get(id) ?? agentName({ id });
  const exported = useExportCsv(search, (all) => sheetOf(all, agentOf));
  const rows = useMemo(() => calls.rows.filter((call) => answersOf(call).size > 0), [calls.rows]);
  const columns = useMemo(
    () => Object.fromEntries(fieldsOf(rows).map((name) => [columnName(name), columnOf(name)])),
    [rows],
  );
  return (
    <Page title="Answers">
      <CallsTabs />
      <FilterBar filters={offered} values={search} onChange={setSearch}>
        <ExportState exported={exported} />
        <Button disabled={rows.length === 0 || exported.read !== undefined} onClick={exported.save}>
          Export as CSV
        </Button>
      </FilterBar>
      {calls.error && <FaultNote error={calls.error} onRetry={() => void calls.retry()} />}
      {calls.isPending && !calls.error && <Loading what="answers" lines={8} />}
      {!calls.isPending && (
        <>
          <p className="help" role="status">
            {counted(rows.length, 'call')} with answers, of {counted(calls.rows.length, 'call')} read. A
            quotation leads to its place in the call.
          </p>
          <LongTable
            label="Answers"
            kept="answers"
            rows={rows}
            onEnd={calls.more}
            isPart={calls.hasMore}
            columns={{
              Contact: CONTACT,
              ...(!search.agent && {
                Agent: {
                  width: '8rem',
                  sort: agentOf,
                  cell: (call: ListedCall) => <bdi>{agentOf(call)}</bdi>,
                },
              }),
              When: WHEN,
              ...columns,
            }}
          />
          {rows.length === 0 && !calls.hasMore && (
            <Empty title="No answers">
              <p>Let the analysis of an agent extract values, or choose other calls.</p>
            </Empty>
          )}
        </>
      )}
      {calls.moreError && <FaultNote error={calls.moreError} onRetry={calls.retryMore} />}
      {calls.hasMore && !calls.moreError && <Loading what="more calls" />}
    </Page>
  );
}

/** What was found out in a call, by the names of the fields. What the prompt collects has no quotations. */
function answersOf({
  extracted,
  collected_fields: collected = {},
}: ListedCall): ReadonlyMap<string, Finding> {
  const plain = Object.entries(collected).map(([name, value]): [string, Schema<'ExtractedValue'>] => [
    name,
    { value, quotations: [] },
  ]);
  const findings = findingsOf({ extracted: { ...Object.fromEntries(plain), ...extracted } });
  return new Map(findings.map((finding) => [finding.name, finding]));
}

const fieldsOf = (calls: readonly ListedCall[]) => [
  ...new Set(calls.flatMap((call) => [...answersOf(call).keys()])),
];

/** The name of a column, which differs from those of the call. */
const columnName = (name: string) =>
  ['Contact', 'Agent', 'When'].includes(name) ? `${name} (answer)` : name;

const columnOf = (name: string): Column<ListedCall> => ({
  width: '13rem',
  sort: (call) => answersOf(call).get(name)?.value,
  cell: (call) => <Answer call={call.id} finding={answersOf(call).get(name)} />,
});

/** A value, with the words that prove it: they lead to where they were said. */
function Answer({ call, finding }: { readonly call: string; readonly finding: Finding | undefined }) {
  if (!finding) return null;
  const { value, reason, quotations } = finding;
  const [quotation] = quotations;
  if (value === undefined) {
    const why = reason ? WHY_MISSING[reason] : 'No value';
    return (
      <span className="faint" title={why}>
        {why}
      </span>
    );
  }
  return (
    <>
      <bdi className="untrusted">{value}</bdi>
      {quotation && (
        <Link
          to="/calls/$id"
          params={{ id: call }}
          search={{ message: String(quotation.message) }}
          className="quoted"
          title={quotation.text}
        >
          <q>
            <bdi>{quotation.text}</bdi>
          </q>
        </Link>
      )}
    </>
  );
}

/** The answers as a spreadsheet: a column for each field and for its quotation. */
function sheetOf(calls: readonly ListedCall[], agentOf: (call: ListedCall) => string) {
  const fields = fieldsOf(calls);
  return {
    name: 'answers',
    header: [
      'id',
      'created_at',
      'contact',
      'agent',
      ...fields.flatMap((name) => [name, `${name}, quotation`]),
    ],
    rows: calls.map((call) => {
      const answers = answersOf(call);
      const cells = fields.flatMap((name) => [
        answers.get(name)?.value,
        answers.get(name)?.quotations[0]?.text,
      ]);
      return [call.id, call.created_at, contactOf(call), agentOf(call), ...cells];
    }),
  };
}

import './review.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schema } from '../../api/client.ts';
import { agentsList, type ListedCall } from '../../api/lists.ts';
import { agentChoices } from '../../format/label.ts';
import { counted } from '../../format/numbers.ts';
import { contactOf } from '../../format/phone-number.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Button, SelectField } from '../../parts/controls.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading, QueryState } from '../../parts/query-state.tsx';
import type { Column } from '../../parts/table.tsx';
import { type Finding, findingsOf, WHY_MISSING } from '../call/findings.ts';
import { CallsTabs, useCallFilters } from '../calls/calls-tabs.tsx';
import { CONTACT, WHEN } from '../calls/cells.tsx';
import { apiFilters, type CallSearch } from '../calls/filters.ts';
import { useCalls } from '../calls/use-calls.ts';
import { ExportState, useExportCsv } from '../calls/use-export-csv.tsx';

/** What else the calls of an agent are filtered by. */
const FILTERS = ['when', 'outcome', 'after', 'before'];

/** No open call is followed: answers come after the end. */
const NONE: readonly string[] = [];

/** What the calls of an agent came to: a column for each field that is extracted from them. */
export default function AnswersPage() {
  const [search, setSearch] = useAddress();
  const agents = useQuery(agentsList);
  const [first] =
    agents.data?.toSorted((one, other) => Number(!one.analysis) - Number(!other.analysis)) ?? [];
  const agent = search.agent ?? first?.id;
  return (
    <Page title="Answers">
      <CallsTabs />
      <QueryState query={agents} what="agents" />
      {agents.data && (
        <SelectField
          label="Agent"
          none={agent === undefined ? 'No agents yet' : undefined}
          options={agentChoices(agents.data)}
          value={agent ?? ''}
          onChange={(id) => setSearch({ ...search, agent: id })}
        />
      )}
      {agent !== undefined && (
        <Answers
          key={agent}
          search={{ ...search, agent }}
          onChange={(changed) => setSearch({ ...changed, agent })}
        />
      )}
    </Page>
  );
}

function Answers({
  search,
  onChange,
}: {
  readonly search: CallSearch;
  readonly onChange: (search: CallSearch) => void;
}) {
  const calls = useCalls(
    useMemo(() => apiFilters(search), [search]),
    NONE,
  );
  const offered = useCallFilters(calls.error).filter(({ name }) => FILTERS.includes(name));
  const exported = useExportCsv(search, sheetOf);
  const rows = useMemo(() => calls.rows.filter((call) => answersOf(call).size > 0), [calls.rows]);
  const columns = useMemo(
    () => Object.fromEntries(fieldsOf(rows).map((name) => [columnName(name), columnOf(name)])),
    [rows],
  );
  return (
    <>
      <FilterBar filters={offered} values={search} onChange={onChange}>
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
            columns={{
              Contact: CONTACT,
              When: WHEN,
              ...columns,
            }}
          />
          {rows.length === 0 && !calls.hasMore && (
            <Empty title="No answers">
              <p>Let the analysis of the agent extract values, or choose other calls.</p>
            </Empty>
          )}
        </>
      )}
      {calls.moreError && <FaultNote error={calls.moreError} onRetry={calls.retryMore} />}
      {calls.hasMore && !calls.moreError && <Loading what="more calls" />}
    </>
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
const columnName = (name: string) => (name === 'Contact' || name === 'When' ? `${name} (answer)` : name);

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
function sheetOf(calls: readonly ListedCall[]) {
  const fields = fieldsOf(calls);
  return {
    name: 'answers',
    header: ['id', 'created_at', 'contact', ...fields.flatMap((name) => [name, `${name}, quotation`])],
    rows: calls.map((call) => {
      const answers = answersOf(call);
      const cells = fields.flatMap((name) => [
        answers.get(name)?.value,
        answers.get(name)?.quotations[0]?.text,
      ]);
      return [call.id, call.created_at, contactOf(call), ...cells];
    }),
  };
}

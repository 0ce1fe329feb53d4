import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { messagesElsewhere } from '../../api/fault.ts';
import { count } from '../../format/numbers.ts';
import { CopyCurl } from '../../parts/copy-curl.tsx';
import { Empty, Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Page } from '../../parts/page.tsx';
import { CallTable } from './call-table.tsx';
import { ExportCsv } from './export-csv.tsx';
import { FilterForm, REFUSABLE } from './filter-form.tsx';
import { apiFilters, type CallSearch, listTarget, passes } from './filters.ts';
import { useCalls } from './use-calls.ts';

/** All calls, newest first, as they change. */
export default function CallsPage() {
  const search: CallSearch = useSearch({ from: '/frame/calls' });
  const navigate = useNavigate();
  const [visible, setVisible] = useState<readonly string[]>([]);
  // The same ids are no change: it would render the page once more, and so on.
  const see = useCallback(
    (ids: readonly string[]) => setVisible((before) => (before.join() === ids.join() ? before : ids)),
    [],
  );
  const filters = useMemo(() => apiFilters(search), [search]);
  const calls = useCalls(filters, visible);
  const rows = useMemo(() => calls.rows.filter((call) => passes(call, search)), [calls.rows, search]);
  const narrowed = Object.keys(search).length > 0;

  return (
    <Page
      title="Calls"
      name="Calls"
      actions={
        <>
          <CopyCurl method="GET" target={listTarget(search)} />
          <ExportCsv search={search} />
        </>
      }
    >
      <FilterForm
        search={search}
        error={calls.error}
        onSearch={(changed) => navigate({ to: '/calls', search: changed, replace: true, resetScroll: false })}
      />
      {messagesElsewhere(calls.error, REFUSABLE).length > 0 && (
        <FaultNote error={calls.error} onRetry={() => void calls.retry()} />
      )}
      {calls.isPending && !calls.error && <Loading what="calls" />}
      {rows.length > 0 && (
        <>
          <p className="help" role="status">
            {total(calls.total, calls.totalIsEstimated)}
            {rows.length < calls.rows.length &&
              ` ${count(rows.length)} of the ${count(calls.rows.length)} that were read have this outcome and text.`}
          </p>
          <CallTable rows={rows} onVisible={see} onEnd={calls.more} />
        </>
      )}
      {!calls.isPending && rows.length === 0 && !calls.error && (
        <NoCalls narrowed={narrowed} read={calls.rows.length} more={calls.more} />
      )}
      {calls.moreError && <FaultNote error={calls.moreError} onRetry={calls.retryMore} />}
      {rows.length > 0 && calls.hasMore && !calls.moreError && <Loading what="more calls" />}
    </Page>
  );
}

function NoCalls({
  narrowed,
  read,
  more,
}: {
  readonly narrowed: boolean;
  readonly read: number;
  readonly more: (() => void) | undefined;
}) {
  if (!narrowed) {
    return (
      <Empty title="No calls yet">
        <p>
          Place the first one: <code>npm run call</code> on this machine, or{' '}
          <code>POST /v1/calls/create</code>.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No call passes these filters">
      <p>
        {read > 0 ? `${count(read)} calls were read.` : 'Widen the time, or clear a filter.'}{' '}
        {more && (
          <button type="button" onClick={more}>
            Read more calls
          </button>
        )}
      </p>
    </Empty>
  );
}

function total(number: number | undefined, estimated: boolean): string {
  if (number === undefined) return '';
  return `${estimated ? 'At least ' : ''}${count(number)} ${number === 1 ? 'call' : 'calls'}.`;
}

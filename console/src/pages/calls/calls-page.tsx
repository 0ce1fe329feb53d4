import './calls.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, PhoneOutgoing, X } from 'lucide-react';
import { type FormEvent, useCallback, useMemo, useState } from 'react';
import { curlOf } from '../../api/curl.ts';
import { messagesElsewhere } from '../../api/fault.ts';
import { type ListedCall, withoutMissing } from '../../api/lists.ts';
import { currentSession } from '../../api/session.ts';
import { same } from '../../form/changes.ts';
import { count, counted } from '../../format/numbers.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import type { MenuEntry } from '../../parts/controls/menu-popover.tsx';
import { Button, IconButton } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { Page } from '../../parts/page.tsx';
import { usePageActions } from '../../parts/page-actions.ts';
import { usePlaceCall } from '../../parts/place-call.ts';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useCopy } from '../../parts/use-copy.ts';
import { parseSearch, stringifySearch } from '../../search.ts';
import { CallTable } from './call-table.tsx';
import { CallsTabs, useCallFilters } from './calls-tabs.tsx';
import { apiFilters, type CallSearch, listTarget, passes, type View, viewsIn } from './filters.ts';
import { isOpen, useCalls } from './use-calls.ts';
import { ExportState, useExportCsv } from './use-export-csv.tsx';

const CallPeek = onDemand(() => import('./call-peek.tsx'));
const ReplayDialog = onDemand(() => import('./replay-dialog.tsx'));

/** The API's names of the filters that it may refuse. */
const REFUSABLE = ['agent', 'from_number', 'to_number', 'created_after', 'created_before'];

/** All calls, newest first, as they change. */
export default function CallsPage() {
  const [search, setSearch] = useAddress();
  const [visible, setVisible] = useState<readonly string[]>([]);
  // Keeps the array if the ids are the same, which would otherwise render the page in a loop.
  const see = useCallback(
    (ids: readonly string[]) => setVisible((before) => (before.join() === ids.join() ? before : ids)),
    [],
  );
  const filters = useMemo(() => apiFilters(search), [search]);
  const calls = useCalls(filters, visible);
  const rows = useMemo(() => calls.rows.filter((call) => passes(call, search)), [calls.rows, search]);
  const offered = useCallFilters(calls.error);
  const narrowed = Object.keys(search).length > 0;
  const [peekedId, setPeeked] = useState<string>();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (id: string) =>
    setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked.slice(-1), id]);
  const [one, other] = picked;
  const peeked = rows.find(({ id }) => id === peekedId);

  return (
    <Page title="Calls" actions={<Actions search={search} rows={rows} />}>
      <CallsTabs />
      <SavedViews search={search} />
      <FilterBar
        search={{ name: 'text', label: 'Search words and numbers' }}
        filters={offered}
        values={search}
        onChange={setSearch}
      />
      {messagesElsewhere(calls.error, REFUSABLE).length > 0 && (
        <FaultNote error={calls.error} onRetry={() => void calls.retry()} />
      )}
      {calls.isPending && rows.length === 0 && !calls.error && <Loading what="calls" lines={8} />}
      {rows.length > 0 && (
        <>
          <p className="help" role="status">
            {total(calls.total, calls.totalIsEstimated)}
            {rows.length < calls.rows.length &&
              ` ${count(rows.length)} of the ${count(calls.rows.length)} read so far with this text.`}{' '}
            <span className="of-keys">Space shows a call here, ↑ ↓ or j k go on, Enter opens it.</span>{' '}
            {picked.length === 1 && 'Select another call to compare them.'}
            {one !== undefined && other !== undefined && (
              <Link to="/calls/compare" search={{ one, other }}>
                Compare the two calls
              </Link>
            )}
          </p>
          <div className={peeked && 'peeking'}>
            <CallTable
              rows={rows}
              text={search.text}
              picked={picked}
              onPick={pick}
              onVisible={see}
              onEnd={calls.more}
              isPart={calls.hasMore}
              peeked={peeked?.id}
              onPeek={setPeeked}
            />
            {peeked && <CallPeek call={peeked} onClose={() => setPeeked(undefined)} />}
          </div>
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

/** Calls that one replay has at most. */
const MOST_REPLAYED = 200;

function Actions({ search, rows }: { readonly search: CallSearch; readonly rows: readonly ListedCall[] }) {
  const [isReplaying, setReplaying] = useState(false);
  const placeCall = usePlaceCall();
  const copy = useCopy();
  const exported = useExportCsv(search);
  const curl = () => curlOf(location.origin, { method: 'GET', target: listTarget(search) });
  const items: readonly MenuEntry[] = [
    { label: 'Place calls from a CSV', href: '/calls/batch' },
    { label: 'Export as CSV', isDisabled: exported.read !== undefined, onAction: exported.save },
    { label: 'Replay these…', isDisabled: rows.length === 0, onAction: () => setReplaying(true) },
    { label: 'Copy as curl', onAction: () => void copy(curl(), 'Copied as curl.') },
  ];
  // The palette has the first one on all pages.
  usePageActions(items.slice(1));
  return (
    <>
      <ExportState exported={exported} />
      <MenuButton label="More actions" icon={Ellipsis} items={items} />
      <Button icon={PhoneOutgoing} className="primary" onClick={() => placeCall()}>
        Place a call
      </Button>
      {isReplaying && (
        <ReplayDialog
          calls={replayed(search, rows)}
          agent={search.agent}
          what={`Replays the calls that match your filters, up to the newest ${MOST_REPLAYED}.`}
          onClose={() => setReplaying(false)}
        />
      )}
    </>
  );
}

/** Which calls to replay: by the API's filters, or the loaded ones if the page filters by more. */
function replayed(search: CallSearch, rows: readonly ListedCall[]) {
  const { agent: agent_id, created_after: from, created_before: until, ...others } = apiFilters(search);
  const { status, stage_outcome: outcome, ...filter } = { agent_id, from, until, ...others };
  if (!search.text && outcome === undefined && status === undefined)
    return { filter: withoutMissing(filter) };
  const spoken = rows.filter((call) => !isOpen(call) && call.transcript?.includes('HUMAN'));
  return { calls: spoken.slice(0, MOST_REPLAYED).map(({ id }) => id) };
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
        <p>Place the first one, or call one of your numbers.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No calls match these filters">
      <p>{read > 0 ? `${counted(read, 'call')} read.` : 'Extend the time range or remove a filter.'}</p>
      {more && <Button onClick={more}>Search older calls</Button>}
    </Empty>
  );
}

function total(number: number | undefined, estimated: boolean): string {
  if (number === undefined) return '';
  return `${estimated ? 'At least ' : ''}${counted(number, 'call')}.`;
}

/** The filters that the reader has named. This browser keeps them for its user; an address leads to each. */
function SavedViews({ search }: { readonly search: CallSearch }) {
  const { views, keep } = useViews();
  const [isNaming, setNaming] = useState(false);
  const say = useToast();
  const now = stringifySearch(search);
  // An address may have the same filters in another order.
  const isShown = (view: View) => same(parseSearch(view.search), search);
  const remove = (view: View) => {
    keep(views.filter((one) => one !== view));
    say(`View “${view.name}” removed`, false, { label: 'Undo', act: () => keep(views) });
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name) keep([...views.filter((view) => view.name !== name), { name, search: now }]);
    setNaming(false);
  };
  return (
    <nav className="views row" aria-label="Saved views">
      <Link to="/calls" search={{}} aria-current={now === '' ? 'page' : undefined}>
        All calls
      </Link>
      {views.map((view) => (
        <span key={view.name}>
          <Link
            to="/calls"
            search={parseSearch(view.search)}
            aria-current={isShown(view) ? 'page' : undefined}
          >
            <bdi>{view.name}</bdi>
          </Link>
          {isShown(view) && (
            <IconButton
              icon={X}
              size={14}
              label={`Remove the view ${view.name}`}
              onClick={() => remove(view)}
            />
          )}
        </span>
      ))}
      {now !== '' && !views.some(isShown) && !isNaming && (
        <Button className="quiet" onClick={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {isNaming && (
        <form className="row" onSubmit={save}>
          <input
            name="name"
            ref={focusFirst}
            aria-label="Name of the view"
            placeholder="Name of the view"
            maxLength={60}
            onKeyDown={({ key }) => key === 'Escape' && setNaming(false)}
          />
          <button type="submit">Save</button>
        </form>
      )}
    </nav>
  );
}

const focusFirst = (element: HTMLInputElement | null) => element?.focus();

function useViews() {
  const { data: session } = useQuery(currentSession);
  const key = `views of calls ${session?.user_id}`;
  const [changed, setChanged] = useState<readonly View[]>();
  return {
    views: changed ?? (session ? viewsIn(localStorage.getItem(key)) : []),
    keep: (views: readonly View[]) => {
      localStorage.setItem(key, JSON.stringify(views));
      setChanged(views);
    },
  };
}

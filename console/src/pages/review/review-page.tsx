import '../calls/calls.css';
import './review.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Page as ApiPage } from 'phone-call-agents-client';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { type ListedCall, useAgentNames, withoutMissing } from '../../api/lists.ts';
import { agentName } from '../../format/label.ts';
import { counted } from '../../format/numbers.ts';
import { timeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { AreaField, Button } from '../../parts/controls.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, FaultNote, Loading } from '../../parts/query-state.tsx';
import { FOUND, Reviewed } from '../../parts/reviewed.tsx';
import type { Reading } from '../../parts/table.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useKeys } from '../../use-keys.ts';
import CallPeek from '../calls/call-peek.tsx';
import { CallsTabs, useCallFilters } from '../calls/calls-tabs.tsx';
import { CONTACT, ContactLink, Length, WHEN } from '../calls/cells.tsx';
import { apiFilters, type CallSearch } from '../calls/filters.ts';
import { patched } from '../calls/merge.ts';
import { isOpen, useCalls } from '../calls/use-calls.ts';
import { REASONS, reasonsOf } from './reasons.ts';

type State = Schema<'CallReview'>['state'];
type Search = CallSearch & { readonly reason?: string; readonly reviewed?: string };

/** What else the queue is filtered by. */
const FILTERS = ['agent', 'when', 'direction'];

/** Calls that are searched without being asked to. */
const MOST_SEARCHED = 1_000;

/** No open call is followed: calls are reviewed after their end. */
const NONE: readonly string[] = [];

/** Any time, as the address has it: without it, the last days are searched. */
const ANY = 'any';

/** The queue of calls with something to look at, for all who review them: a call leaves it for everybody. */
export default function ReviewPage() {
  const [address, setSearch] = useAddress();
  const search = useMemo((): Search => withoutMissing({ ...address, ...timeOf(address, '7') }), [address]);
  const navigate = useNavigate();
  const calls = useCalls(
    useMemo(() => apiFilters(search), [search]),
    NONE,
  );
  const { gone, review } = useReview();
  const rows = calls.rows.filter((call) => {
    const reasons = reasonsOf(call);
    const isWanted = search.reason
      ? reasons.some(([reason]) => reason === search.reason)
      : reasons.length > 0;
    return search.reviewed ? call.review : isWanted && !isOpen(call) && !call.review && !gone.has(call.id);
  });
  const [chosen, setChosen] = useState<string>();
  const call = rows.find(({ id }) => id === chosen) ?? rows[0];
  const next = rows[rows.findIndex(({ id }) => id === call?.id) + 1]?.id;
  const offered = useCallFilters(calls.error).filter(({ name }) => FILTERS.includes(name));
  const more = calls.rows.length < MOST_SEARCHED ? calls.more : undefined;
  const decide = (state: State, note?: string) => {
    if (!call) return;
    setChosen(next);
    review(call.id, { state, ...(note && { note }) });
    if (state === 'test')
      void navigate({ to: '/tests/$id', params: { id: 'new' }, search: { call: call.id } });
  };
  return (
    <Page title="Review">
      <CallsTabs />
      <FilterBar
        filters={[
          { name: 'reason', label: 'Reason', options: Object.entries(REASONS) },
          { name: 'reviewed', label: 'Reviewed', options: [['yes', 'Yes']] },
          ...offered,
        ]}
        values={search.when === ANY ? { ...search, when: undefined } : search}
        onChange={(next) => setSearch({ ...next, ...timeOf(next, ANY) })}
      />
      {calls.error && <FaultNote error={calls.error} onRetry={() => void calls.retry()} />}
      {calls.isPending && !calls.error && <Loading what="calls" lines={8} />}
      {!calls.isPending && (
        <>
          <p className="help" role="status">
            {counted(rows.length, 'call')} {search.reviewed ? 'reviewed' : 'to review'}, of{' '}
            {counted(calls.rows.length, 'call')} read.{' '}
            <span className="of-keys">1, 2, 3 review the call, ↑ ↓ or j k go on, Enter opens it.</span>
          </p>
          <div className={call && 'peeking queue'}>
            <Queue rows={rows} call={call} onCall={setChosen} onEnd={more} isPart={calls.hasMore} />
            {call && (
              <CallPeek call={call}>
                <Decision key={call.id} call={call} onDecide={decide} />
              </CallPeek>
            )}
          </div>
          {rows.length === 0 && !more && <Empty title="Nothing to review" />}
          {calls.more && !more && <Button onClick={calls.more}>Search older calls</Button>}
        </>
      )}
      {calls.moreError && <FaultNote error={calls.moreError} onRetry={calls.retryMore} />}
    </Page>
  );
}

/** Stores reviews. `gone`: the calls that were reviewed here, at once. */
function useReview() {
  const queries = useQueryClient();
  const say = useToast();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const back = (id: string) => setGone((before) => new Set([...before].filter((one) => one !== id)));
  const { mutateAsync } = useAct({
    act: ({ id, ...body }: Schema<'ReviewInput'> & { readonly id: string }) =>
      api.post('/v1/calls/review', { query: { id }, body }),
    changes: [['call']],
    onDone: ({ id, review }) =>
      queries.setQueriesData<{ pages?: ApiPage<ListedCall>[] }>(
        { queryKey: ['calls'] },
        (read) => read?.pages && { ...read, pages: patched(read.pages, [{ id, review }]) },
      ),
  });
  return {
    gone,
    review: (id: string, found: { readonly state: State; readonly note?: string }) => {
      setGone((before) => new Set([...before, id]));
      const undo = () => void mutateAsync({ id, state: null }).then(() => back(id));
      mutateAsync({ id, ...found }).then(
        () => say(`Reviewed: ${FOUND[found.state]}`, false, { label: 'Undo', act: undo }),
        () => back(id),
      );
    },
  };
}

/** The calls, each with what there is to see. A press looks at a call, Enter opens it. */
function Queue({
  rows,
  call,
  onCall,
  ...reading
}: {
  readonly rows: readonly ListedCall[];
  /** The call that is looked at. */
  readonly call: ListedCall | undefined;
  readonly onCall: (id: string) => void;
} & Reading) {
  const names = useAgentNames();
  // The row that had the focus may be gone.
  useEffect(() => {
    if (call && document.activeElement === document.body)
      document.querySelector<HTMLElement>('tr[aria-current] .row-link')?.focus({ preventScroll: true });
  }, [call]);
  const press = (id: string) => (event: MouseEvent) => {
    if (event.detail === 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCall(id);
  };
  return (
    <LongTable
      label="Calls to review"
      kept="review"
      rows={rows}
      {...reading}
      peeked={call?.id}
      onPeek={(id) => id !== undefined && onCall(id)}
      columns={{
        Contact: {
          ...CONTACT,
          cell: (row) => <ContactLink call={row} onClick={press(row.id)} />,
        },
        Agent: {
          width: '8rem',
          isWide: true,
          cell: ({ agent: id }) => <bdi>{names.get(id) ?? agentName({ id })}</bdi>,
        },
        When: WHEN,
        Length: { width: '4.5rem', isWide: true, cell: (row) => <Length call={row} /> },
        'To look at': {
          width: 'auto',
          cell: (row) =>
            row.review ? (
              <Reviewed review={row.review} />
            ) : (
              reasonsOf(row).map(([reason, text]) => (
                <span key={reason} className="badge busy" title={text}>
                  {text}
                </span>
              ))
            ),
        },
      }}
    />
  );
}

const KEYS = [
  ['1', 'fine', 'Fine'],
  ['2', 'test', 'Make a test'],
  ['3', 'note', 'Note'],
] as const;

/** What a reviewer decides about a call, by keys or buttons. */
function Decision({
  call,
  onDecide,
}: {
  readonly call: ListedCall;
  readonly onDecide: (state: State, note?: string) => void;
}) {
  const [note, setNote] = useState<string>();
  const acts = KEYS.map(([key, state, name]) => {
    const act = () => (state === 'note' ? setNote(note ?? call.review?.note ?? '') : onDecide(state));
    return { key, name, act };
  });
  useKeys(Object.fromEntries(acts.map(({ key, act }) => [key, act])));
  return (
    <>
      <ul className="reasons">
        {reasonsOf(call).map(([reason, text]) => (
          <li key={reason}>{text}</li>
        ))}
      </ul>
      {call.review && (
        <p>
          <Reviewed review={call.review} />
        </p>
      )}
      <div className="row">
        {acts.map(({ key, name, act }) => (
          <Button key={key} aria-keyshortcuts={key} onClick={act}>
            <kbd>{key}</kbd> {name}
          </Button>
        ))}
      </div>
      {note !== undefined && (
        <form
          aria-label="Note"
          onSubmit={(event) => {
            event.preventDefault();
            onDecide('note', note.trim());
          }}
        >
          <AreaField
            label="Note for your colleagues"
            required
            maxLength={1000}
            rows={3}
            value={note}
            onChange={setNote}
            autoFocus
            onKeyDown={({ key }) => key === 'Escape' && setNote(undefined)}
          />
          <button type="submit" className="primary">
            Save the note
          </button>
        </form>
      )}
    </>
  );
}

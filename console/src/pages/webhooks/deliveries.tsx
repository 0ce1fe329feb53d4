import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answerTo, api, type Schema } from '../../api/client.ts';
import { nextCursor } from '../../api/links.ts';
import { pagesOf, withoutMissing } from '../../api/lists.ts';
import { fromLocalInput, toLocalInput } from '../../format/date-time.ts';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
const KINDS = [
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
  'event_analysis',
] as const;

/** Milliseconds between two looks at the newest deliveries. */
const LIVE_MS = 5_000;

interface Filters {
  readonly status?: string;
  readonly type?: string;
  readonly from?: string;
  readonly until?: string;
  readonly delivery?: string;
}

/** A webhook's deliveries; one opens to its attempts. The address has the filters and the open delivery. */
export function Deliveries({ webhook }: { readonly webhook: string }) {
  const search: Filters = useSearch({ from: '/frame/webhooks/$id' });
  const navigate = useNavigate();
  const { delivery: open, ...filters } = search;
  const deliveries = useInfiniteQuery({
    ...deliveriesTo(webhook, filters),
    // What was read further down does not change by itself.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? LIVE_MS : false),
  });
  const rows = deliveries.data?.pages.flatMap(({ items }) => items) ?? [];
  const set = (changes: Filters) =>
    navigate({
      to: '/webhooks/$id',
      params: { id: webhook },
      search: withoutMissing({ ...search, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section title="Deliveries">
      <FilterForm filters={filters} onSet={set} />
      {deliveries.error && <FaultNote error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isPending && !deliveries.error && <Loading what="deliveries" />}
      {deliveries.isSuccess && rows.length === 0 && (
        <p className="faint">
          No delivery in the last 30 days passes these filters. Send test events to see one.
        </p>
      )}
      <ul className="deliveries">
        {rows.map(({ id, type, status, timestamp, attempt_count: attempts, test }) => (
          <li key={id}>
            <details
              open={open === id}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open && open !== id) void set({ delivery: id });
                if (!currentTarget.open && open === id) void set({ delivery: '' });
              }}
            >
              <summary>
                <StatusBadge status={status} /> <code>{type}</code> <When at={timestamp} />{' '}
                <span className="faint">
                  {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
                  {test && ', a sample'}
                </span>
              </summary>
              {open === id && <DeliveryDetail id={id} />}
            </details>
          </li>
        ))}
      </ul>
      {deliveries.hasNextPage && (
        <button
          type="button"
          disabled={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          Show earlier deliveries
        </button>
      )}
    </Section>
  );
}

function deliveriesTo(webhook: string, { status, type, from, until }: Omit<Filters, 'delivery'>) {
  return pagesOf(['deliveries', { webhook, status, type, from, until }], async (cursor) => {
    const query = withoutMissing({
      webhook,
      status: STATUSES.find((name) => name === status),
      type: KINDS.find((name) => name === type) as Schema<'EventKind'> | undefined,
      from,
      until,
      size: 50,
      cursor,
    });
    const { data, response } = await answerTo(api.GET('/v1/webhooks/deliveries/list', { params: { query } }));
    return { items: data, next: nextCursor(response.headers.get('link')) };
  });
}

function FilterForm({
  filters,
  onSet,
}: {
  readonly filters: Filters;
  readonly onSet: (filters: Filters) => void;
}) {
  return (
    <search className="filters">
      {(
        [
          ['status', 'Status', STATUSES],
          ['type', 'Event', KINDS],
        ] as const
      ).map(([name, label, options]) => (
        <Field key={name} label={label}>
          {(control) => (
            <select
              {...control}
              value={filters[name] ?? ''}
              onChange={({ target }) => onSet({ [name]: target.value })}
            >
              <option value="">any</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {words(option)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      {(
        [
          ['from', 'Since'],
          ['until', 'Until'],
        ] as const
      ).map(([name, label]) => (
        <Field key={name} label={label}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={toLocalInput(filters[name])}
              onChange={({ target }) => onSet({ [name]: fromLocalInput(target.value) ?? '' })}
            />
          )}
        </Field>
      ))}
    </search>
  );
}

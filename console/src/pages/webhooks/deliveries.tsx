import './webhooks.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { callsPage, pagesOf, withoutMissing } from '../../api/lists.ts';
import { milliseconds } from '../../format/duration.ts';
import { contactOf } from '../../format/phone-number.ts';
import { rangeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { type Filter, FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Section } from '../../parts/page.tsx';
import { NextPage, QueryState } from '../../parts/query-state.tsx';
import { Phone, RelativeTime, StatusBadge, words } from '../../parts/values.tsx';
import { type DeliveryGroup, groupedByCall, type ListedDelivery } from './grouped-deliveries.ts';
import { KINDS } from './webhook-fields.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const satisfies readonly Schema<'DeliveryStatus'>[];
const FILTERS: readonly Filter<keyof Search>[] = [
  { name: 'status', label: 'Status', options: STATUSES.map((name) => [name, name]) },
  { name: 'type', label: 'Event', options: KINDS.map((name) => [name, words(name)]) },
  { name: 'when', label: 'When', type: 'time' },
];

/** Milliseconds between two looks at the newest deliveries, and at the calls whose contacts are named. */
const LIVE_MS = 5_000;
const CONTACTS_MS = 60_000;

/** The filters in the address. */
type Search = { readonly [Name in 'status' | 'type' | 'when' | 'after' | 'before']?: string | undefined };

/** A webhook's deliveries by call; each leads to its attempts. The address has the filters. */
export function Deliveries({ webhook }: { readonly webhook: string }) {
  const [filters, set] = useAddress();
  const deliveries = useInfiniteQuery({
    ...deliveriesTo(webhook, filters),
    // What was read further down does not change by itself.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? LIVE_MS : false),
  });
  const groups = groupedByCall(deliveries.data?.pages.flatMap(({ items }) => items) ?? []);
  const contacts = useContacts();
  return (
    <Section title="Deliveries">
      <FilterBar filters={FILTERS} values={filters} onChange={set} />
      <QueryState query={deliveries} what="deliveries" />
      {deliveries.isSuccess && groups.length === 0 && (
        <p className="faint">
          No delivery in the last 30 days passes these filters. Send test events to see one.
        </p>
      )}
      {groups.map((group) => (
        <CallGroup
          key={group.call ?? 'samples'}
          group={group}
          contact={group.call && contacts.get(group.call)}
        />
      ))}
      <NextPage query={deliveries}>Show earlier deliveries</NextPage>
    </Section>
  );
}

/** The numbers of the contacts of the newest calls, by the calls' ids. */
function useContacts(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['calls', 'contacts'],
    queryFn: ({ signal }) => callsPage({}, { size: 100, signal }),
    staleTime: CONTACTS_MS,
  });
  return new Map(data?.items.map((call) => [call.id, contactOf(call)] as const));
}

/** The deliveries of one call. */
function CallGroup({
  group: { call, deliveries },
  contact,
}: {
  readonly group: DeliveryGroup;
  readonly contact: string | undefined;
}) {
  return (
    <section className="call-group">
      <h3>
        {!call ? (
          `${call === '' ? 'Campaign' : 'Sample'} events`
        ) : (
          <Link to="/calls/$id" params={{ id: call }}>
            Call {contact === undefined ? call.slice(-8) : <Phone number={contact} />}
          </Link>
        )}
      </h3>
      <ul className="deliveries">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryLine delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A delivery in a line: its state, what it tells, the answer of the last attempt, and when. */
function DeliveryLine({
  delivery: { id, type, status, timestamp, attempt_count: attempts, last_status: code, last_duration_ms: ms },
}: {
  readonly delivery: ListedDelivery;
}) {
  return (
    <Link to="/webhooks/deliveries/$id" params={{ id }} className="delivery-line">
      <StatusBadge status={status === 'pending' && attempts > 0 ? 'retrying' : status} />
      <span>{words(type)}</span>
      <span className="number">{code ?? (attempts > 0 && 'no answer')}</span>
      <span className="number faint">{ms !== null && milliseconds(ms)}</span>
      <span className="faint">{attempts > 1 && `${attempts} attempts`}</span>
      <RelativeTime at={timestamp} />
    </Link>
  );
}

function deliveriesTo(webhook: string, { status, type, ...time }: Search) {
  return pagesOf(['deliveries', { webhook, status, type, ...time }], (cursor) => {
    const query = withoutMissing({
      webhook,
      status: STATUSES.find((name) => name === status),
      type: KINDS.find((name) => name === type),
      ...rangeOf(time, Date.now()),
      size: 50,
      cursor,
    });
    return api.page('/v1/webhooks/deliveries/list', { query });
  });
}

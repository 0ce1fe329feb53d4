import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { pagesOf } from '../../api/lists.ts';
import { count, counted } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { Loading, NextPage, QueryState } from '../../parts/query-state.tsx';
import { Fold } from '../../parts/raw-json.tsx';
import { StatusBadge } from '../../parts/values.tsx';

/** Milliseconds between two looks at the deliveries of a call. */
const LIVE_MS = 4_000;

const deliveriesOf = (call: string) =>
  pagesOf(['deliveries', { call }], (cursor) =>
    api.page('/v1/webhooks/deliveries/list', { query: { call, size: 100, cursor } }),
  );

/** A delivery is loaded when it is first opened. */
const DeliveryDetail = lazy(() =>
  import('../webhooks/delivery-page.tsx').then((module) => ({ default: module.DeliveryDetail })),
);

/** What webhooks were told of a call: folded, since it matters when one of them failed. */
export function Deliveries({ call, isLive }: { readonly call: string; readonly isLive: boolean }) {
  const pages = useInfiniteQuery({
    ...deliveriesOf(call),
    // What was read further down does not change by itself.
    refetchInterval: ({ state: { data } }) => {
      const isPending = data?.pages[0]?.items.some(({ status }) => status === 'pending');
      return (isLive || isPending) && (data?.pages.length ?? 1) === 1 ? LIVE_MS : false;
    },
  });
  const deliveries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  return (
    <Section title="Webhooks">
      <QueryState query={pages} what="the deliveries" />
      {deliveries.length === 0 && pages.isSuccess && (
        <p className="faint">No webhook deliveries for this call</p>
      )}
      {deliveries.length > 0 && (
        <details>
          <summary>
            {pages.hasNextPage && 'Latest '}
            {counted(deliveries.length, 'delivery', 'deliveries')}
            {failed > 0 && <span className="bad-text">, {count(failed)} failed</span>}
          </summary>
          <ul className="call-deliveries">
            {deliveries.map(({ id, type, status }) => (
              <li key={id}>
                <Fold
                  title={
                    <>
                      <code>{type.replace('event_', '')}</code> <StatusBadge status={status} />
                    </>
                  }
                >
                  {() => (
                    <Suspense fallback={<Loading what="the delivery" />}>
                      <DeliveryDetail id={id} />
                    </Suspense>
                  )}
                </Fold>
              </li>
            ))}
          </ul>
          <NextPage query={pages}>Show earlier deliveries</NextPage>
        </details>
      )}
    </Section>
  );
}

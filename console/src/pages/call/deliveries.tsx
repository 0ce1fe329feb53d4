import { lazy, Suspense, useState } from 'react';
import { count, counted } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { useDeliveries } from './use-deliveries.ts';

/** A delivery is loaded when it is first opened. */
const DeliveryDetail = lazy(() =>
  import('../webhooks/delivery-detail.tsx').then((module) => ({ default: module.DeliveryDetail })),
);

/** What webhooks were told of a call: folded, since it matters when one of them failed. */
export function Deliveries({ call, isLive }: { readonly call: string; readonly isLive: boolean }) {
  const { deliveries, error, retry, more } = useDeliveries(call, isLive);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  const toggle = (id: string, isOpen: boolean) =>
    setOpened((before) => new Set(isOpen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <Section title="Webhooks">
      {error && <FaultNote error={error} onRetry={retry} />}
      {deliveries.length === 0 && !error && <p className="faint">No webhook deliveries for this call</p>}
      {deliveries.length > 0 && (
        <details>
          <summary>
            {more && 'Latest '}
            {counted(deliveries.length, 'delivery', 'deliveries')}
            {failed > 0 && <span className="bad-text">, {count(failed)} failed</span>}
          </summary>
          <ul className="call-deliveries">
            {deliveries.map(({ id, type, status }) => (
              <li key={id}>
                <details
                  open={opened.has(id)}
                  onToggle={({ currentTarget }) => toggle(id, currentTarget.open)}
                >
                  <summary>
                    <code>{type.replace('event_', '')}</code> <StatusBadge status={status} />
                  </summary>
                  {opened.has(id) && (
                    <Suspense fallback={<Loading what="the delivery" />}>
                      <DeliveryDetail id={id} />
                    </Suspense>
                  )}
                </details>
              </li>
            ))}
          </ul>
          {more && (
            <button type="button" onClick={more}>
              Show earlier deliveries
            </button>
          )}
        </details>
      )}
    </Section>
  );
}

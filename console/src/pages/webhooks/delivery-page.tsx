import { Button } from '../../parts/controls.tsx';
import './webhooks.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { api, type Schema } from '../../api/client.ts';
import { curlOf } from '../../api/curl.ts';
import { milliseconds } from '../../format/duration.ts';
import { labelOf } from '../../format/label.ts';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Neighbours } from '../../parts/neighbours.tsx';
import { Page } from '../../parts/page.tsx';
import { usePageActions } from '../../parts/page-actions.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { RawJson } from '../../parts/raw-json.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Facts, StatusBadge, Untrusted, When, words } from '../../parts/values.tsx';

/** Milliseconds between two looks at a delivery that is under way. */
const PENDING_MS = 2_000;

/** A delivery, which is looked at again while it is under way. */
const deliveryOf = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: async () => {
      const data = await api.get('/v1/webhooks/deliveries', { query: { id } });
      // Without an id the operation lists deliveries.
      return data as Schema<'Delivery'>;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });

/** One delivery, with an address of its own. */
export default function DeliveryPage() {
  const { id } = useParams({ from: '/frame/webhooks/deliveries/$id' });
  const { data } = useQuery(deliveryOf(id));
  const read = async () => {
    const query = { webhook: data?.webhook_id, size: 100 };
    return (await api.page('/v1/webhooks/deliveries/list', { query })).items;
  };
  return (
    <Page
      title={data ? `Delivery: ${labelOf(words(data.type))}` : 'Delivery'}
      actions={data && <Neighbours what="delivery" id={id} read={read} />}
    >
      <section className="card" aria-label="Delivery">
        <DeliveryDetail id={id} />
      </section>
    </Page>
  );
}

/** A delivery with every attempt and what the receiver answered. */
export function DeliveryDetail({ id }: { readonly id: string }) {
  const delivery = useQuery(deliveryOf(id));
  const retry = useAct({
    act: () => api.post('/v1/webhooks/deliveries/retry', { query: { id } }),
    done: 'Retrying the delivery …',
    changes: [['delivery', id], ['deliveries']],
  });
  usePageActions([{ label: 'Retry the delivery', icon: RotateCcw, onAction: () => retry.mutate(undefined) }]);
  const { data } = delivery;
  if (!data) return <QueryState query={delivery} what="the delivery" />;
  return (
    <div className="delivery">
      <Facts
        facts={{
          Status: <StatusBadge status={data.status} />,
          'Gave up': data.failure_reason && words(data.failure_reason),
          'Next attempt': data.next_attempt_at && <NextAttempt at={data.next_attempt_at} />,
          Webhook: (
            <Link to="/webhooks/$id" params={{ id: data.webhook_id }}>
              open
            </Link>
          ),
          Call: data.test
            ? 'a sample'
            : data.call_id && (
                <Link to="/calls/$id" params={{ id: data.call_id }}>
                  open
                </Link>
              ),
          Delivery: (
            <Link to="/webhooks/deliveries/$id" params={{ id }}>
              <code>{id}</code>
            </Link>
          ),
          'Event id': <code>{data.event_id}</code>,
        }}
      />
      <div className="actions">
        <Button disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
          Retry now
        </Button>
        <CopyButton
          text={() =>
            curlOf(location.origin, { method: 'POST', target: `/v1/webhooks/deliveries/retry?id=${id}` })
          }
        >
          Copy the retry as curl
        </CopyButton>
      </div>
      <Attempts attempts={data.attempts} />
      <RawJson value={data.payload} title="Payload" />
    </div>
  );
}

/** When a delivery is tried again. A webhook that fails is spared: its deliveries wait longer than their time. */
const NextAttempt = ({ at }: { readonly at: string }) =>
  Date.parse(at) > Date.now() ? <When at={at} /> : 'due: deliveries wait while the webhook fails';

function Attempts({ attempts }: { readonly attempts: readonly Schema<'DeliveryAttempt'>[] }) {
  if (attempts.length === 0) return <p className="faint">No attempts yet</p>;
  return (
    <ol className="attempts">
      {attempts.map(({ at, duration_ms: ms, status, error, response }) => (
        <li key={at}>
          <When at={at} /> <strong>{status ?? 'no answer'}</strong>{' '}
          <span className="faint">after {milliseconds(ms)}</span>
          {error && (
            <p>
              <Untrusted text={error} />
            </p>
          )}
          {response && (
            <pre className="answer">
              <Untrusted text={response} />
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}

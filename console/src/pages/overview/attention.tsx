import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { numbersList, usage, webhooksList } from '../../api/lists.ts';
import { count } from '../../format/numbers.ts';
import { FaultNote } from '../../parts/query-state.tsx';
import { Phone, words } from '../../parts/values.tsx';
import { useFailures } from '../webhooks/use-failures.ts';
import { isFailing } from '../webhooks/webhook-failures.ts';
import { TroubleLinks } from '../webhooks/webhook-health.tsx';

/** Milliseconds between two reads. */
const SLOW_MS = 60_000;

/** The share of a limit from which it is near. */
const NEAR = 0.8;

/** What needs attention: failing webhooks, limits, and numbers without an agent. */
export function Attention() {
  const items = [...useFailingWebhooks(), ...useNearLimits(), ...useSilentNumbers()];
  if (items.length === 0) return null;
  return (
    <section className="attention" aria-label="Needs attention">
      <TriangleAlert size={16} aria-hidden="true" />
      <ul>
        {items.map(({ key, what }) => (
          <li key={key}>{what}</li>
        ))}
      </ul>
    </section>
  );
}

interface Item {
  readonly key: string;
  readonly what: ReactNode;
}

function useFailingWebhooks(): readonly Item[] {
  const webhooks = useQuery({ ...webhooksList, refetchInterval: SLOW_MS });
  const { failures, error, retry } = useFailures((webhooks.data ?? []).map(({ id }) => id));
  const fault = webhooks.error ?? error;
  const again = webhooks.error ? () => void webhooks.refetch() : retry;
  const failing = (webhooks.data ?? []).flatMap(({ id, url, enabled, disabled_reason: reason }): Item[] => {
    const own = failures.get(id);
    if (enabled && !(own && isFailing(own))) return [];
    const what = (
      <>
        Webhook{' '}
        <Link to="/webhooks/$id" params={{ id }}>
          <bdi className="untrusted">{url}</bdi>
        </Link>
        {enabled ? ': ' : ` is switched off${reason && reason !== 'owner' ? ` (${words(reason)})` : ''}. `}
        {own && <TroubleLinks webhook={id} failuresOfWebhook={own} />}
      </>
    );
    return [{ key: id, what }];
  });
  return fault ? [{ key: 'fault', what: <FaultNote error={fault} onRetry={again} /> }, ...failing] : failing;
}

function useNearLimits(): readonly Item[] {
  const { data } = useQuery({ ...usage, refetchInterval: SLOW_MS });
  if (!data) return [];
  const minutes = {
    name: 'minutes of this month',
    used: data.monthly_usage_minutes_exact,
    limit: data.monthly_usage_limit_minutes,
  };
  return [minutes, ...data.quotas].flatMap(({ name, used, limit }) =>
    limit === null || used < limit * NEAR
      ? []
      : {
          key: name,
          what: (
            <>
              {count(used)} of {count(limit)} {words(name)} are used.{' '}
              <Link to="/settings" search={{ tab: 'quotas' }}>
                See the limits
              </Link>
            </>
          ),
        },
  );
}

function useSilentNumbers(): readonly Item[] {
  const { data = [] } = useQuery(numbersList);
  return data
    .filter((one) => one.active && !one.outbound_only && one.inbound_agent === null)
    .map(({ id, number }) => ({
      key: id,
      what: (
        <>
          No agent answers calls to <Phone number={number} />. <Link to="/numbers">Choose one</Link>
        </>
      ),
    }));
}

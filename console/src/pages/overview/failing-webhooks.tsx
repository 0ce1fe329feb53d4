import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { webhooksList } from '../../api/lists.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { isUnwell, type Trouble } from '../webhooks/trouble.ts';
import { useTroubles } from '../webhooks/use-troubles.ts';
import { statusOf, TroubleLinks } from '../webhooks/webhook-health.tsx';

/** Milliseconds between two looks at the webhooks. */
const SLOW_MS = 60_000;

/** The webhooks that are switched off, and those to which deliveries fail. */
export function FailingWebhooks() {
  const webhooks = useQuery({ ...webhooksList, refetchInterval: SLOW_MS });
  const { troubles, error, retry } = useTroubles((webhooks.data ?? []).map(({ id }) => id));
  const failing = (webhooks.data ?? []).filter(({ id, enabled }) => {
    const trouble = troubles.get(id);
    return !enabled || (trouble !== undefined && isUnwell(trouble));
  });
  return (
    <>
      {webhooks.error && <FaultNote error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {error && !webhooks.error && <FaultNote error={error} onRetry={retry} />}
      {failing.length > 0 && (
        <Section title="Failing webhooks">
          <ul>
            {failing.map((webhook) => (
              <SickWebhook key={webhook.id} webhook={webhook} trouble={troubles.get(webhook.id)} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function SickWebhook({
  webhook: { id, url, enabled, disabled_reason: reason },
  trouble,
}: {
  readonly webhook: Schema<'Webhook'>;
  readonly trouble: Trouble | undefined;
}) {
  return (
    <li>
      <StatusBadge status={statusOf(enabled, trouble)} />{' '}
      <Link to="/webhooks/$id" params={{ id }}>
        <bdi className="untrusted">{url}</bdi>
      </Link>{' '}
      {reason && <span className="faint">{words(reason)} </span>}
      {trouble && <TroubleLinks webhook={id} trouble={trouble} />}
    </li>
  );
}

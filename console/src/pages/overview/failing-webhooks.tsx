import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { webhooksList } from '../../api/lists.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { useFailures } from '../webhooks/use-failures.ts';
import { isFailing, type WebhookFailures } from '../webhooks/webhook-failures.ts';
import { statusOf, TroubleLinks } from '../webhooks/webhook-health.tsx';

/** Milliseconds between two looks at the webhooks. */
const SLOW_MS = 60_000;

/** The webhooks that are switched off, and those to which deliveries fail. */
export function FailingWebhooks() {
  const webhooks = useQuery({ ...webhooksList, refetchInterval: SLOW_MS });
  const { failures, error, retry } = useFailures((webhooks.data ?? []).map(({ id }) => id));
  const failing = (webhooks.data ?? []).filter(({ id, enabled }) => {
    const failuresOfWebhook = failures.get(id);
    return !enabled || (failuresOfWebhook !== undefined && isFailing(failuresOfWebhook));
  });
  return (
    <>
      {webhooks.error && <FaultNote error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {error && !webhooks.error && <FaultNote error={error} onRetry={retry} />}
      {failing.length > 0 && (
        <Section title="Failing webhooks">
          <ul>
            {failing.map((webhook) => (
              <FailingWebhook
                key={webhook.id}
                webhook={webhook}
                failuresOfWebhook={failures.get(webhook.id)}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function FailingWebhook({
  webhook: { id, url, enabled, disabled_reason: reason },
  failuresOfWebhook,
}: {
  readonly webhook: Schema<'Webhook'>;
  readonly failuresOfWebhook: WebhookFailures | undefined;
}) {
  return (
    <li>
      <StatusBadge status={statusOf(enabled, failuresOfWebhook)} />{' '}
      <Link to="/webhooks/$id" params={{ id }}>
        <bdi className="untrusted">{url}</bdi>
      </Link>{' '}
      {reason && <span className="faint">{words(reason)} </span>}
      {failuresOfWebhook && <TroubleLinks webhook={id} failuresOfWebhook={failuresOfWebhook} />}
    </li>
  );
}

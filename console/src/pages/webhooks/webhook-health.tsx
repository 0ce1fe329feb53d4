import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { StatusBadge, words } from '../../parts/values.tsx';
import { atLeast, isCut, isFailing, type WebhookFailures } from './webhook-failures.ts';

/** Whether a webhook is switched on, and how many deliveries to it fail. `failuresOfWebhook`: undefined if it is not known. */
export function WebhookHealth({
  webhook: { id, enabled, disabled_reason: reason },
  failuresOfWebhook,
}: {
  readonly webhook: Pick<Schema<'Webhook'>, 'id' | 'enabled' | 'disabled_reason'>;
  readonly failuresOfWebhook: WebhookFailures | undefined;
}) {
  return (
    <span>
      <StatusBadge status={statusOf(enabled, failuresOfWebhook)} />{' '}
      {reason && <span className="faint">{words(reason)} </span>}
      {failuresOfWebhook === undefined && <span className="faint">delivery status unknown</span>}
      {failuresOfWebhook && <TroubleLinks webhook={id} failuresOfWebhook={failuresOfWebhook} />}
      {failuresOfWebhook && !isFailing(failuresOfWebhook) && isCut(failuresOfWebhook) && (
        <span className="faint">only the newest deliveries are counted</span>
      )}
    </span>
  );
}

/** The state of a webhook in a word. */
export function statusOf(enabled: boolean, failuresOfWebhook: WebhookFailures | undefined): string {
  if (!enabled) return 'disabled';
  // Its colour must not say that all is well.
  if (failuresOfWebhook === undefined) return 'switched on';
  if (!isFailing(failuresOfWebhook)) return 'enabled';
  return failuresOfWebhook.failed.number > 0 ? 'failed' : 'retrying';
}

/** How many deliveries fail, with links to them. */
export function TroubleLinks({
  webhook: id,
  failuresOfWebhook: { failed, waiting, queued },
}: {
  readonly webhook: string;
  readonly failuresOfWebhook: WebhookFailures;
}) {
  const retries = waiting.number === 1 && !waiting.isCut ? 'retry' : 'retries';
  const pending = [
    waiting.number > 0 && `${atLeast(waiting)} pending ${retries}`,
    failed.number + waiting.number > 0 && queued.number > 0 && `${atLeast(queued)} waiting`,
  ].filter((text) => text !== false);
  return (
    <>
      {failed.number > 0 && (
        <Link to="/webhooks/$id" params={{ id }} search={{ status: 'failed' }} className="faint">
          {atLeast(failed)} failed in the last 24 hours
        </Link>
      )}
      {failed.number > 0 && pending.length > 0 && ', '}
      {pending.length > 0 && (
        <Link to="/webhooks/$id" params={{ id }} search={{ status: 'pending' }} className="faint">
          {pending.join(', ')}
        </Link>
      )}
    </>
  );
}

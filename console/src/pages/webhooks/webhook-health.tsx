import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { StatusBadge, words } from '../../parts/status-badge.tsx';
import { atLeast, isCut, isUnwell, type Trouble } from './trouble.ts';

/** Whether a webhook is switched on, and how many deliveries to it fail. `trouble`: undefined if it is not known. */
export function WebhookHealth({
  webhook: { id, enabled, disabled_reason: reason },
  trouble,
}: {
  readonly webhook: Pick<Schema<'Webhook'>, 'id' | 'enabled' | 'disabled_reason'>;
  readonly trouble: Trouble | undefined;
}) {
  return (
    <span>
      <StatusBadge status={statusOf(enabled, trouble)} />{' '}
      {reason && <span className="faint">{words(reason)} </span>}
      {trouble === undefined && <span className="faint">deliveries are not known</span>}
      {trouble && <TroubleLinks webhook={id} trouble={trouble} />}
      {trouble && !isUnwell(trouble) && isCut(trouble) && (
        <span className="faint">only the newest deliveries were read</span>
      )}
    </span>
  );
}

/** The state of a webhook in a word. */
export function statusOf(enabled: boolean, trouble: Trouble | undefined): string {
  if (!enabled) return 'disabled';
  if (trouble === undefined || !isUnwell(trouble)) return 'enabled';
  return trouble.failed.number > 0 ? 'failed' : 'retrying';
}

/** How many deliveries fail, with links to them. */
export function TroubleLinks({
  webhook: id,
  trouble: { failed, waiting },
}: {
  readonly webhook: string;
  readonly trouble: Trouble;
}) {
  return (
    <>
      {failed.number > 0 && (
        <Link to="/webhooks/$id" params={{ id }} search={{ status: 'failed' }} className="faint">
          {atLeast(failed)} failed within a day
        </Link>
      )}
      {failed.number > 0 && waiting.number > 0 && ', '}
      {waiting.number > 0 && (
        <Link to="/webhooks/$id" params={{ id }} search={{ status: 'pending' }} className="faint">
          {atLeast(waiting)} {waiting.number === 1 && !waiting.isCut ? 'waits' : 'wait'} for a retry
        </Link>
      )}
    </>
  );
}

import { changesOf, patchOf } from '../../domain/records/patch.ts';
import { switchedTo, webhook, webhookPatchShape } from '../../domain/records/webhook.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { CHECK_ALL_CALLS, requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { update } from '../../rest/update-endpoint.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { markAllCalls } from '../../store/records/all-calls-marks.ts';
import { getRecord } from '../../store/records/records.ts';
import { forgetHealth } from '../../store/webhooks/endpoint-health.ts';

export const updateWebhook = defineEndpoint({
  operation: 'updateWebhook',
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Update a webhook',
  query: idQuery,
  body: patchOf(webhookPatchShape),
  faultsOfBody: faultsOfUrls,
  response: webhook,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', ...CHECK_ALL_CALLS],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  async run({ userId, query: { id }, body }, { table, now }) {
    const { enabled, ...changes } = changesOf(body);
    const switching = typeof enabled === 'boolean' ? switchedTo(enabled, { by: 'owner', now: now() }) : {};
    // Mark first: a surplus mark does no harm, a missing one would.
    const marked = changes.all_calls === true && (await getRecord(table, userId, 'webhook', id));
    if (marked && !marked.all_calls) await requireRoomForAllCalls(table, userId);
    if (marked) await markAllCalls(table, userId, id);
    if (enabled === true) await forgetHealth(table, { userId, webhookId: id });
    return update(table, 'webhook', { userId, id, body: { ...changes, ...switching } });
  },
});

export const handler = serve(updateWebhook);

import { changesOf, patchOf } from '../../domain/patch.ts';
import { switchedTo, webhook, webhookPatchShape } from '../../domain/webhook.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { faultsOfUrls } from '../../platform/outbound-urls.ts';
import { update } from '../../platform/update-endpoint.ts';
import { markAllCalls } from '../../store/all-calls-marks.ts';
import { forgetHealth } from '../../store/endpoint-health.ts';
import { getRecord } from '../../store/records.ts';

export const updateWebhook = defineEndpoint({
  operation: 'updateWebhook',
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Update a webhook: a field that is left out stays as it is',
  query: idQuery,
  body: patchOf(webhookPatchShape),
  faultsOfBody: faultsOfUrls,
  response: webhook,
  tableActions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  async run({ userId, query: { id }, body }, { table, now }) {
    const { enabled, ...changes } = changesOf(body);
    const switching = typeof enabled === 'boolean' ? switchedTo(enabled, { by: 'owner', now: now() }) : {};
    // Before the webhook itself: a mark too many does no harm, one too few would.
    const isMarked = changes.all_calls === true && (await getRecord(table, userId, 'webhook', id));
    if (isMarked) await markAllCalls(table, userId, id);
    if (enabled === true) await forgetHealth(table, { userId, webhookId: id });
    return update(table, 'webhook', { userId, id, body: { ...changes, ...switching } });
  },
});

export const handler = serve(updateWebhook);

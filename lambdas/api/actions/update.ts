import * as z from 'zod/mini';
import { type Action, action, actionShapes } from '../../domain/records/action.ts';
import { patchOf } from '../../domain/records/patch.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { updateTyped } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';

export const updateAction = defineEndpoint({
  operation: 'updateAction',
  method: 'POST',
  path: '/v1/actions/update',
  summary: 'Update an action',
  query: idQuery,
  body: z.lazy(() => z.union(Object.values(actionShapes).map(patchOf))),
  // The fields depend on the stored record's type.
  selectBody: () => z.record(z.string(), z.unknown()),
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: action,
  tableActions: ['GetItem', 'UpdateItem'],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  run: ({ userId, query, body }, { table }) =>
    updateTyped(table, {
      userId,
      id: query.id,
      body,
      kind: 'action',
      shapes: actionShapes,
      keep: keepSecret,
    }),
});

export const handler = serve(updateAction);

/** Keeps an external action's secret when its other settings change. */
function keepSecret(
  record: Action,
  { config, ...changes }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (config === undefined) return changes;
  const secret =
    record.type === 'action_external' ? { signature_secret: record.config.signature_secret } : {};
  return { ...changes, config: { ...secret, ...(typeof config === 'object' && config) } };
}

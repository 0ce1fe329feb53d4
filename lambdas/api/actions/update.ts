import * as z from 'zod/mini';
import { action, actionPatches, actionUpdate } from '../../domain/records/action.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { updateTyped } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';

export const updateAction = defineEndpoint({
  operation: 'updateAction',
  method: 'POST',
  path: '/v1/actions/update',
  summary: 'Update an action',
  query: idQuery,
  body: actionUpdate,
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
      patches: actionPatches,
    }),
});

export const handler = serve(updateAction);

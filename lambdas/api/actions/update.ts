import { action, actionPatches, actionUpdate } from '../../domain/records/action.ts';
import { serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { defineTypedUpdate } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';

export const updateAction = defineTypedUpdate({
  operation: 'updateAction',
  path: '/v1/actions/update',
  summary: 'Update an action',
  kind: 'action',
  body: actionUpdate,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: action,
  tableActions: ['GetItem', 'UpdateItem'],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  patches: actionPatches,
});

export const handler = serve(updateAction);

import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deleteAction = defineDeletion({
  operation: 'deleteAction',
  path: '/v1/actions/delete',
  summary: 'Delete an action',
  kind: 'action',
});

export const handler = serve(deleteAction);

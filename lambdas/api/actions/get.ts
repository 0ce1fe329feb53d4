import { action } from '../../domain/records/action.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getAction = defineGet({
  operation: 'getAction',
  path: '/v1/actions',
  summary: 'Get an action',
  kind: 'action',
  response: action,
});

export const handler = serve(getAction);

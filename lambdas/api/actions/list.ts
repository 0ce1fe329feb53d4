import { action } from '../../domain/records/action.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listActions = definePagedList({
  operation: 'listActions',
  path: '/v1/actions/list',
  summary: 'List actions',
  kind: 'action',
  row: action,
});

export const handler = serve(listActions);

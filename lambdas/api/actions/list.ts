import { action } from '../../domain/action.ts';
import { serve } from '../../platform/endpoint.ts';
import { definePagedList } from '../../platform/page-endpoint.ts';

export const listActions = definePagedList({
  operation: 'listActions',
  path: '/v1/actions/list',
  summary: 'List actions, a page at a time, oldest first unless asked otherwise',
  kind: 'action',
  row: action,
});

export const handler = serve(listActions);

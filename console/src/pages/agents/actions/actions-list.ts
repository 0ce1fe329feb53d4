import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { allOf } from '../../../api/lists.ts';

/** All actions with their settings. An agent that is saved with new ones makes it be read again, as all choices. */
export const actionsList = queryOptions({
  queryKey: ['choices', 'actions', 'whole'],
  queryFn: () => allOf((query) => api.GET('/v1/actions/list', { params: { query } })),
});

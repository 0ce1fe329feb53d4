import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { allOf } from '../../api/lists.ts';

/** All stored voices with their settings. */
export const voicesList = queryOptions({
  queryKey: ['choices', 'voices', 'whole'],
  queryFn: () => allOf(api.list('/v1/voices/list', { query: { size: 100 } })),
});

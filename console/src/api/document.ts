import { queryOptions } from '@tanstack/react-query';
import { API_VERSION, sendForJson } from './client.ts';
import type { Document } from './document-types.ts';

/** The OpenAPI document of the service that answers here: forms and the reference are made from it. */
export const openapi = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => (await sendForJson('GET', `/v1/openapi.json?version=${API_VERSION}`)) as Document,
  staleTime: Number.POSITIVE_INFINITY,
});

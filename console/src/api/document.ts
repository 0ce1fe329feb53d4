import { queryOptions } from '@tanstack/react-query';
import { API_VERSION } from 'phone-call-agents-client';
import { api } from './client.ts';
import type { Document } from './document-types.ts';

/** The OpenAPI document of the service that answers here: forms and the reference are made from it. */
export const openapi = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => (await api.request<Document>('GET', `/v1/openapi.json?version=${API_VERSION}`)).data,
  staleTime: Number.POSITIVE_INFINITY,
});

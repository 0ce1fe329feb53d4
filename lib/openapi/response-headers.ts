import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { ResponseHeader } from '../../lambdas/http/endpoint.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../lambdas/platform/api-versions.ts';

const names = z.enum([
  'x-request-id',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'Set-Cookie',
  'X-Total-Count',
]);

const { responses, requests } = z
  .object({
    responses: z.record(names, z.looseObject({ component: z.string() })),
    requests: z.record(z.string(), z.looseObject({})),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'headers.yaml'), 'utf8')));

export type DocumentedHeader = ResponseHeader | 'x-request-id' | 'Retry-After';

export function headerReferences(headers: readonly DocumentedHeader[]) {
  return Object.fromEntries(
    headers.map((name) => [name, { $ref: `#/components/headers/${responses[name].component}` }]),
  );
}

export function headerComponents() {
  return Object.fromEntries(Object.values(responses).map(({ component, ...header }) => [component, header]));
}

/** Request headers: the second one belongs to every POST, the third one to endpoints that take revisions. */
export const REQUEST_HEADERS = {
  ...requests,
  ApiVersion: {
    ...requests.ApiVersion,
    schema: { type: 'string', enum: API_VERSIONS, default: DEFAULT_API_VERSION },
  },
};

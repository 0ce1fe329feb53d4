import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { EndpointContract, Schema } from '../../lambdas/http/endpoint.ts';
import { requestLimit } from '../../lambdas/http/settings.ts';
import { telephony } from '../../lambdas/vendors/telephony/settings.ts';
import { mapValues } from './json-schema.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

const errorResponse = z.strictObject({
  status: z.int(),
  description: z.string(),
  /** Further headers, besides those of every answer. */
  headers: z.array(z.literal(['ETag', 'Retry-After'])).optional(),
  fault: z.strictObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() }),
});

const hasBody = ({ body }: Contract) => body !== undefined;

/** To which endpoints a failure applies; others apply to all. */
const APPLIES_TO: Readonly<Record<string, (contract: Contract, requiresQuery: boolean) => boolean>> = {
  // The required parameter of the query names a record.
  NotFound: (_, requiresQuery) => requiresQuery,
  Conflict: ({ method }) => method === 'POST',
  RevisionChanged: ({ takesRevision }) => takesRevision === true,
  TooLarge: hasBody,
  UnsupportedMediaType: hasBody,
  BadGateway: ({ variables = [] }) => variables.includes(telephony.apiUrl),
};

const text = readFileSync(join(import.meta.dirname, 'error-responses.yaml'), 'utf8')
  .replace('{rate}', String(requestLimit.rate.default))
  .replace('{burst}', String(requestLimit.burst.default));

/** Failures by the name of their component. */
export const ERROR_RESPONSES = mapValues(
  z.record(z.string(), errorResponse).parse(parse(text)),
  (response, name) => ({ ...response, appliesTo: APPLIES_TO[name] ?? (() => true) }),
);

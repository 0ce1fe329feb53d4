import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';

/** Largest response of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

const HeaderValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Headers = z.record(z.string(), HeaderValue).nullish();
const MultiValueHeaders = z.record(z.string(), z.array(HeaderValue)).nullish();

const ProxyResponse = z
  .object({
    statusCode: z.coerce.number().int().min(200).max(599),
    headers: Headers,
    multiValueHeaders: MultiValueHeaders,
    body: z.string().nullish(),
  })
  .transform((response) => ({
    status: response.statusCode,
    headers: mergeHeaders(response.headers ?? {}, response.multiValueHeaders ?? {}),
    body: response.body ?? '',
  }));

export type ProxyResponse = z.infer<typeof ProxyResponse>;

/** The function's response, or why API Gateway would call it malformed. */
export function parseProxyResponse(payload: unknown): ProxyResponse | string {
  const parsed = ProxyResponse.safeParse(payload);
  if (!parsed.success) return `malformed Lambda proxy response: ${z.prettifyError(parsed.error)}`;
  if (Buffer.byteLength(parsed.data.body) > MAX_RESPONSE_BYTES) return 'the response is larger than 6 MB';
  for (const [name, value] of parsed.data.headers) {
    if (!isSendable(name, value)) return `the response header ${JSON.stringify(name)} cannot be sent`;
  }
  return parsed.data;
}

function mergeHeaders(
  single: Record<string, string>,
  multi: Record<string, string[]>,
): readonly (readonly [string, string])[] {
  const repeated = new Set(Object.keys(multi).map((name) => name.toLowerCase()));
  const singles = Object.entries(single).filter(([name]) => !repeated.has(name.toLowerCase()));
  const multis = Object.entries(multi).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return [...singles, ...multis];
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

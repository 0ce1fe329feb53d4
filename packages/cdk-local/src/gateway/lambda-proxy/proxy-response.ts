import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';

/** Largest response of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

const HeaderValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const ProxyResponse = z
  .object({
    statusCode: z.coerce.number().int().min(200).max(599),
    headers: z.record(z.string(), HeaderValue).nullish(),
    multiValueHeaders: z.never('headers of several values are not supported here').optional(),
    body: z.string().nullish(),
  })
  .transform((response) => ({
    status: response.statusCode,
    headers: Object.entries(response.headers ?? {}),
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

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

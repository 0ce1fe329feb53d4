import * as z from 'zod';

// The events of CloudFront Functions: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html

const value = z.object({ value: z.string() });
const values = value.extend({ multiValue: z.array(value).optional() });

const headerName = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'must be the name of a header in lower case');
/** A line break would end the header. */
const headerValue = z.string().regex(/^[^\r\n\0]*$/, 'must be one line');
const headers = z
  .record(
    headerName,
    values.extend({ value: headerValue, multiValue: z.array(z.object({ value: headerValue })).optional() }),
  )
  .default({});

/** A request as a function gets it, and may return it. */
export const edgeRequest = z.object({
  method: z.string(),
  uri: z.string().startsWith('/'),
  querystring: z.record(z.string(), values),
  headers,
  cookies: z.record(z.string(), values).default({}),
});
export type EdgeRequest = z.infer<typeof edgeRequest>;

/** An answer that a function returns. */
export const edgeResponse = z.object({
  statusCode: z.int().min(100).max(599),
  headers,
  body: z
    .union([z.string(), z.object({ encoding: z.enum(['text', 'base64']), data: z.string() })])
    .optional(),
});
export type EdgeResponse = z.infer<typeof edgeResponse>;

type Values = z.infer<typeof values>;

/** A request in HTTP/1.1: its headers in lower case. */
export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

/** The request as the function sees it: cookies are apart from the headers. */
export function toEdgeRequest({ method, target, headers }: HttpRequest): EdgeRequest {
  const [uri = '/', query = ''] = split(target, '?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const { cookie = [], ...others } = headers;
  return {
    method,
    uri,
    querystring: grouped(pairs.map((pair) => split(pair, '='))),
    headers: Object.fromEntries(Object.entries(others).map(([name, all]) => [name, valuesOf(all)])),
    cookies: grouped(cookie.flatMap((line) => line.split(/; */)).map((pair) => split(pair, '='))),
  };
}

/** The request that a function returned, in HTTP/1.1. */
export function toHttpRequest({ method, uri, querystring, headers, cookies }: EdgeRequest): HttpRequest {
  const query = pairsOf(querystring)
    .map(([name, text]) => (text === '' ? name : `${name}=${text}`))
    .join('&');
  const cookie = pairsOf(cookies)
    .map(([name, text]) => `${name}=${text}`)
    .join('; ');
  return {
    method,
    target: query === '' ? uri : `${uri}?${query}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, all]) => [name, textsOf(all)])),
      ...(cookie !== '' && { cookie: [cookie] }),
    },
  };
}

/** The texts of a header, a parameter or a cookie, which may occur more than once. */
export const textsOf = ({ value: only, multiValue }: Values): readonly string[] =>
  multiValue ? multiValue.map((each) => each.value) : [only];

const pairsOf = (all: Readonly<Record<string, Values>>) =>
  Object.entries(all).flatMap(([name, each]) => textsOf(each).map((text) => [name, text] as const));

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, Values> {
  const found = new Map<string, string[]>();
  for (const [name, text] of pairs) found.set(name, [...(found.get(name) ?? []), text]);
  return Object.fromEntries([...found].map(([name, all]) => [name, valuesOf(all)]));
}

function valuesOf(all: readonly string[]): Values {
  const [first = ''] = all;
  return all.length > 1
    ? { value: first, multiValue: all.map((each) => ({ value: each })) }
    : { value: first };
}

function split(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

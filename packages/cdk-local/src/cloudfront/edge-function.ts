import { constants, createContext, Script } from 'node:vm';
import * as z from 'zod';
import { readProperties } from '../template/properties.ts';
import type { Resource } from '../template/resource.ts';

/** Bytes that a function's code may have: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions */
const MAX_CODE_BYTES = 10_240;

/** Milliseconds until a function is stopped. CloudFront allows less than one, but a busy machine may interrupt it. */
const MAX_MS = 1_000;

const functionSchema = z.object({
  FunctionCode: z
    .string()
    .refine((code) => Buffer.byteLength(code) <= MAX_CODE_BYTES, 'the code has more than 10 KB'),
  FunctionConfig: z.object({
    Runtime: z.literal('cloudfront-js-2.0', 'the local runtime knows cloudfront-js-2.0'),
    KeyValueStoreAssociations: z.never('the local runtime knows no key value stores').optional(),
  }),
});

const value = z.object({ value: z.string().regex(/^[^\r\n\0]*$/, 'must be one line') });
const headers = z.record(z.string().regex(/^[^A-Z]+$/, 'must be in lower case'), value).default({});

/**
 * A request as a function gets it and returns it, without its query, which the local runtime passes on unchanged.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
const edgeRequest = z.object({
  method: z.string(),
  uri: z.string().startsWith('/'),
  headers,
  cookies: z.record(z.string(), value),
});
export type EdgeRequest = z.infer<typeof edgeRequest>;

const edgeResponse = z.object({
  statusCode: z.int().min(100).max(599),
  headers,
  body: z.string().default(''),
});

/** The result of a function: the request for the origin, or an answer. */
export type EdgeResult = EdgeRequest | z.infer<typeof edgeResponse>;

/** A CloudFront function. Throws for its failures and for an invalid result, to which CloudFront answers with an error. */
export type EdgeFunction = (request: EdgeRequest) => EdgeResult;

/** Reads an AWS::CloudFront::Function. Throws if its code is too large or has a syntax error. */
export function readEdgeFunction(resource: Resource): EdgeFunction {
  const { FunctionCode: code } = readProperties(resource, functionSchema);
  const script = new Script(`${BEGIN}${code}${END}`, { filename: resource.logicalId });
  return (request) => z.union([edgeResponse, edgeRequest]).parse(run(script, { request }));
}

/** The program before the function's code: only text goes in, and only text comes out. */
const BEGIN = `'use strict';
delete globalThis.WebAssembly;
{
`;
const END = `
;JSON.stringify(handler(JSON.parse($event)));
}`;

/** Runs the function in its own context: it keeps no state, and has no timers, modules, network or `eval`. */
function run(script: Script, event: object): unknown {
  // A host object as the global object would lead, by its prototype, to the host's own `Function`.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  context.$event = JSON.stringify(event);
  const outcome: unknown = script.runInContext(context, { timeout: MAX_MS });
  return typeof outcome === 'string' ? JSON.parse(outcome) : undefined;
}

import { constants, createContext, Script } from 'node:vm';
import * as z from 'zod';
import { readProperties } from '../template/properties.ts';
import type { Resource } from '../template/resource.ts';
import { type EdgeRequest, type EdgeResponse, edgeRequest, edgeResponse } from './edge-event.ts';

/** Bytes that a function's code may have: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions */
const MAX_CODE_BYTES = 10_240;

/** Milliseconds until a function is stopped. CloudFront allows less than one, but a busy machine may interrupt it. */
const MAX_MS = 1_000;

/** A function's failure: 503 if it throws or does not end, 502 if its result is invalid. */
export class EdgeFunctionError extends Error {
  override readonly name = 'EdgeFunctionError';
  readonly status: 502 | 503;

  constructor(status: 502 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/** The result of a function: the request for the origin, or an answer. */
export type EdgeResult = { readonly request: EdgeRequest } | { readonly response: EdgeResponse };

/** A CloudFront function that is not asynchronous. Throws EdgeFunctionError. */
export type EdgeFunction = (request: EdgeRequest) => EdgeResult;

const functionSchema = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.object({
    Runtime: z.literal('cloudfront-js-2.0', 'the local runtime knows cloudfront-js-2.0'),
    KeyValueStoreAssociations: z.undefined('the local runtime knows no key value stores').optional(),
  }),
});

/** Reads an AWS::CloudFront::Function. Throws if its code is too large or has a syntax error. */
export function readEdgeFunction(resource: Resource): EdgeFunction {
  const { FunctionCode: code } = readProperties(resource, functionSchema);
  const name = `${resource.stack}/${resource.logicalId}`;
  const bytes = Buffer.byteLength(code);
  if (bytes > MAX_CODE_BYTES)
    throw new Error(`${name}: the code has ${bytes} bytes, and may have ${MAX_CODE_BYTES}`);
  const script = new Script(`${BEGIN}${code}${END}`, { filename: name });
  return (request) => {
    const event = { version: '1.0', context: { eventType: 'viewer-request' }, request };
    try {
      return checked(name, run(script, JSON.stringify(event)));
    } catch (error) {
      throw error instanceof EdgeFunctionError ? error : new EdgeFunctionError(503, `${name}: ${error}`);
    }
  };
}

/** The program before the function's code: only text goes in, and only text comes out. */
const BEGIN = `'use strict';
delete globalThis.WebAssembly;
const console = { log() {}, error() {} };
{
`;
const END = `
;JSON.stringify(handler(JSON.parse($event)));
}`;

/** Runs the function in its own context: it keeps no state, and has no timers, modules, network or `eval`. */
function run(script: Script, event: string): unknown {
  // A host object as the global object would lead, by its prototype, to the host's own `Function`.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  context.$event = event;
  const outcome: unknown = script.runInContext(context, { timeout: MAX_MS });
  return typeof outcome === 'string' ? JSON.parse(outcome) : undefined;
}

function checked(name: string, value: unknown): EdgeResult {
  const isResponse = typeof value === 'object' && value !== null && 'statusCode' in value;
  const parsed = isResponse
    ? edgeResponse.transform((response) => ({ response })).safeParse(value)
    : edgeRequest.transform((request) => ({ request })).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EdgeFunctionError(502, `${name}: ${z.prettifyError(parsed.error)}`);
}

import { setTimeout as wait } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../../lambdas/platform/api-versions.ts';
import { openApiDocument } from '../../../lib/openapi/document.ts';
import { at, type Operation } from './document.ts';

/** An answer without parsing. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** A request to an operation: its path and query, and its body as it is sent. */
export interface RawRequest {
  readonly target: string;
  readonly text: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request, and repeats it while it is answered with 429. */
export async function sendPatiently(
  connection: { readonly base_url: string; readonly access_token: string },
  operation: Operation,
  request: RawRequest,
): Promise<RawAnswer> {
  const { target, text, headers } = request;
  const answer = await fetch(`${connection.base_url}${target}`, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${connection.access_token}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: text ?? null,
  });
  const { status } = answer;
  if (status !== 429)
    return { status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  await wait(200);
  return sendPatiently(connection, operation, request);
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('e164', /^\+[1-9]\d{6,14}$/);
// The document describes the prefix by a pattern, too.
ajv.addFormat('starts_with', true);
for (const version of API_VERSIONS) ajv.addSchema(await openApiDocument(catalogue, version), version);

/** The parts of an answer that the document of a version does not allow; empty if it is valid. */
export function undocumented(
  operation: Operation,
  answer: RawAnswer,
  version: string = DEFAULT_API_VERSION,
): string[] {
  const { status, headers } = answer;
  if (!headers['x-request-id'] && !isOfWebAcl(answer)) return [`${status} without x-request-id`];
  const response = followed(`${operation.pointer}/responses/${status}`);
  const found = at(response) as { content?: Record<string, unknown> } | undefined;
  if (!found) return [`${status} is not an answer of ${operation.id}`];
  const { content } = found;
  if (!content) return answer.text === '' ? [] : [`${status} has a body`];
  const type = headers['content-type'] ?? 'none';
  if (!(type in content)) return [`${status} has the content type ${type}`];
  if (type !== 'application/json') return [];
  return faultsOf(`${response}/content/application~1json/schema`, parsed(answer.text), version);
}

/** Whether the answer may come from the web ACL, which refuses a request before it has an id. */
const isOfWebAcl = ({ status, text }: RawAnswer) =>
  (status === 413 && text.includes('"body_too_large"')) ||
  (status === 429 && text.includes('"too_many_requests"'));

/** The parts of a body that the document does not allow. The service ignores a key `__proto__`. */
export function undocumentedBody({ pointer }: Operation, text: string): string[] {
  return faultsOf(`${pointer}/requestBody/content/application~1json/schema`, withoutPrototype(parsed(text)));
}

function withoutPrototype(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototype);
  const own = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(own.map(([key, inner]) => [key, withoutPrototype(inner)]));
}

function faultsOf(pointer: string, value: unknown, version: string = DEFAULT_API_VERSION): string[] {
  if (value === undefined) return ['not JSON'];
  const validate = ajv.getSchema(`${version}${pointer}`);
  if (!validate) throw new Error(`There is no schema at ${pointer}.`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The pointer itself, or the one to which it refers. */
function followed(pointer: string): string {
  const { $ref } = (at(pointer) ?? {}) as { $ref?: string };
  return $ref ?? pointer;
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Resources } from '../../template/resource.ts';
import type { Need } from '../protocol/access.ts';
import { accessOf } from '../protocol/access.ts';
import { errorAnswer, readRequest } from '../protocol/answer-request.ts';
import type { SignedRequest } from '../protocol/authenticate.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { AwsRequestRecord } from '../protocol/aws-request.ts';
import type { Caller, CallerOf } from '../protocol/caller.ts';

export interface BedrockOptions {
  /** A server with Bedrock's runtime API . @default there are no models */
  readonly bedrockUrl: string | undefined;
  /** A server with Amazon Polly's API. @default nobody speaks */
  readonly pollyUrl?: string | undefined;
  readonly resources: Resources;
  readonly callerOf: CallerOf;
  readonly report: (line: string) => void;
  readonly onRequest: ((record: AwsRequestRecord) => void) | undefined;
}

const ADDRESS = /^\/model\/([^/]+)\/converse-stream$/;
const SPEECH = '/v1/speech';
const SCOPE = /Credential=[^/]+\/\d+\/([^/]+)\/(?:bedrock|polly)\/aws4_request/;

/** Amazon Bedrock's models, and Amazon Polly's voices: checks permissions, and passes requests on. Returns false for another service's. */
export function createBedrockService(
  options: BedrockOptions,
): (message: IncomingMessage, response: ServerResponse) => boolean {
  return (message, response) => {
    const { pathname } = new URL(message.url ?? '/', 'http://localhost');
    const [, id] = ADDRESS.exec(pathname) ?? [];
    if (id === undefined && pathname !== SPEECH) return false;
    const model = id === undefined ? undefined : decodeURIComponent(id);
    void answer({ message, response, model }, options);
    return true;
  };
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** @default Amazon Polly speaks */
  readonly model: string | undefined;
}

async function answer(exchange: Exchange, options: BedrockOptions): Promise<void> {
  const { message, response, model } = exchange;
  const startedAt = performance.now();
  let functionName: string | undefined;
  try {
    const request = await readRequest(message);
    const caller = options.callerOf(request);
    functionName = caller.kind === 'function' ? caller.functionName : undefined;
    const [, region = ''] = SCOPE.exec(request.headers.authorization ?? '') ?? [];
    const access = accessOf(caller, options.resources);
    const needs =
      model === undefined
        ? [{ action: 'polly:SynthesizeSpeech', resource: '*' }]
        : needsOf(model, { region, account: accountOf(caller) });
    for (const need of needs) access.check(need);
    await forward(request, response, model === undefined ? options.pollyUrl : options.bedrockUrl);
  } catch (fault) {
    refuse(response, fault, options.report);
  }
  options.onRequest?.({
    service: model === undefined ? 'polly' : 'bedrock',
    operation: model === undefined ? 'SynthesizeSpeech' : 'ConverseStream',
    functionName,
    durationMs: performance.now() - startedAt,
    capacityUnits: undefined,
    status: response.statusCode,
  });
}

const accountOf = (caller: Caller) =>
  caller.kind === 'function' ? (caller.roleArn.split(':')[4] ?? '') : '';

async function forward(
  { url, headers: asked, body }: SignedRequest,
  response: ServerResponse,
  vendorUrl: string | undefined,
): Promise<void> {
  if (vendorUrl === undefined)
    throw new AwsError('ResourceNotFoundException', 'The local runtime has no server with this API.', 404);
  const { host: _, ...headers } = asked;
  const request = vendorUrl.startsWith('https:') ? requestHttps : requestHttp;
  const upstream = request(vendorUrl + url.pathname, { method: 'POST', headers });
  // A function that aborted its request must get no further data.
  response.once('close', () => upstream.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.once('error', reject);
  });
  upstream.end(body);
  const answer = await answered.catch((error: unknown) => {
    throw new AwsError('InternalServerException', `The server with this API does not answer: ${error}`, 500);
  });
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  response.flushHeaders();
  await pipeline(answer, response);
}

function refuse(response: ServerResponse, fault: unknown, report: (line: string) => void): void {
  if (response.headersSent || !(fault instanceof AwsError)) {
    response.destroy();
    return;
  }
  if (fault.code === 'AccessDeniedException') report(`Denied: ${fault.message}`);
  if (fault.status >= 500) report(`bedrock failed: ${fault.message}`);
  const { status, headers, body } = errorAnswer('', fault);
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The geographies of cross-Region inference profiles: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html */
const GEOGRAPHY = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

const action = 'bedrock:InvokeModelWithResponseStream';

/** The permissions that a request to a model needs. One through a profile needs that for its model, too. */
function needsOf(
  model: string,
  { region, account }: { readonly region: string; readonly account: string },
): Need[] {
  const foundation = (id: string) => `arn:aws:bedrock:${region}::foundation-model/${id}`;
  const through = (profile: string, id: string) => ({
    action,
    resource: foundation(id),
    context: { 'bedrock:InferenceProfileArn': profile },
  });
  // The model of an application inference profile is unknown here.
  if (model.includes(':application-inference-profile/'))
    return [{ action, resource: model }, through(model, 'unknown')];
  if (model.startsWith('arn:')) return [{ action, resource: model }];
  if (!GEOGRAPHY.test(model)) return [{ action, resource: foundation(model) }];
  const profile = `arn:aws:bedrock:${region}:${account}:inference-profile/${model}`;
  return [{ action, resource: profile }, through(profile, model.replace(GEOGRAPHY, ''))];
}

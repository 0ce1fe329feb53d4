import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Resources } from '../../template/resource.ts';
import { accessOf, type Need } from '../protocol/access.ts';
import { type FindHandler, jsonError } from '../protocol/answer-request.ts';
import type { SignedRequest } from '../protocol/authenticate.ts';
import { AwsError } from '../protocol/aws-error.ts';

export interface BedrockOptions {
  readonly resources: Resources;
  /** A server with Bedrock's runtime API. @default there are no models */
  readonly bedrockUrl?: string | undefined;
  /** A server with Amazon Polly's API. @default nobody speaks */
  readonly pollyUrl?: string | undefined;
}

const ADDRESS = /^\/model\/([^/]+)\/converse-stream$/;
const SPEECH = '/v1/speech';
const SCOPE = /Credential=[^/]+\/\d+\/([^/]+)\/(?:bedrock|polly)\/aws4_request/;

/** Amazon Bedrock's models, and Amazon Polly's voices: checks permissions, and passes requests on. */
export function createBedrockService({ resources, bedrockUrl, pollyUrl }: BedrockOptions): FindHandler {
  return ({ url = '/' }) => {
    const { pathname } = new URL(url, 'http://localhost');
    const [, id] = ADDRESS.exec(pathname) ?? [];
    if (id === undefined && pathname !== SPEECH) return undefined;
    const model = id === undefined ? undefined : decodeURIComponent(id);
    return {
      ...(model === undefined
        ? { service: 'polly', operation: 'SynthesizeSpeech' }
        : { service: 'bedrock', operation: 'ConverseStream' }),
      run: async (request, caller, response) => {
        const [, region = ''] = SCOPE.exec(request.headers.authorization ?? '') ?? [];
        const account = caller.roleArn?.split(':')[4] ?? '';
        const access = accessOf(caller, resources);
        if (model === undefined) access.check({ action: 'polly:SynthesizeSpeech', resource: '*' });
        else for (const need of needsOf(model, { region, account })) access.check(need);
        return forward(request, response, model === undefined ? pollyUrl : bedrockUrl);
      },
      refuse: jsonError,
    };
  };
}

async function forward(
  { url, headers: asked, body }: SignedRequest,
  response: ServerResponse,
  vendorUrl: string | undefined,
): Promise<undefined> {
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

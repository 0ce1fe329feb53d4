import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type * as z from 'zod';
import { boundedFetch } from '../../lambdas/platform/outbound/bounded-fetch.ts';
import { tryParseJson } from '../../lambdas/platform/parse-json.ts';
import type { LocalAws } from '../operator-table.ts';

/** Sends AWS the request of an IAM action such as `ssm:GetParameter`. Rejects with the reason in one line. */
export type AskAws = <Answer>(
  answer: z.ZodType<Answer>,
  action: string,
  request?: string | Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Services with JSON protocols: the first part of `x-amz-target`. */
const TARGETS: Readonly<Record<string, string>> = {
  dynamodb: 'DynamoDB_20120810',
  secretsmanager: 'secretsmanager',
  servicequotas: 'ServiceQuotasV20190624',
  ssm: 'AmazonSSM',
};

/** Services with form requests and XML responses: the API version. */
const VERSIONS: Readonly<Record<string, string>> = {
  cloudformation: '2010-05-15',
  cloudwatch: '2010-08-01',
  sns: '2010-03-31',
  sts: '2011-06-15',
};

const bounded = boundedFetch({ timeoutMs: 10_000, maxBytes: 2_000_000 });

/** Uses the credentials that the CDK would find. The SDK's clients for these services would add ten packages. */
export function awsIn(region: string, local?: LocalAws): AskAws {
  const { credentials } = new DynamoDBClient({ region, ...local }).config;
  return async (answer, action, request = {}) => {
    const [prefix = ''] = action.split(':');
    const service = prefix === 'cloudwatch' ? 'monitoring' : prefix;
    const path = typeof request === 'string' ? request : '/';
    // As the SDK does: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
    const base =
      local?.endpoint ?? process.env.AWS_ENDPOINT_URL ?? `https://${service}.${region}.amazonaws.com`;
    const url = new URL(path, base);
    const message = messageOf(action, request);
    const send = async () => {
      const signed = await new SignatureV4({ service, region, credentials, sha256: Sha256 }).sign({
        ...message,
        ...{ protocol: url.protocol, hostname: url.hostname, path: url.pathname },
        query: Object.fromEntries(url.searchParams),
        headers: { ...message.headers, host: url.host },
      });
      const { host: _, ...headers } = signed.headers;
      const response = await bounded(url, { ...message, headers });
      return { response, text: await response.text() };
    };
    const failure = (code: string, words: string) => {
      const cause = `${code} ${words.replaceAll(/\s+/g, ' ').slice(0, 400)}`;
      return new Error(reasonOf(cause, `${action} of ${url.host}`), { cause });
    };
    const { response, text } = await send().catch(({ name, message: words, cause }: Error) => {
      throw failure(cause instanceof Error && 'code' in cause ? String(cause.code) : name, words);
    });
    if (!response.ok) throw failure(...refusalIn(response, text));
    const { data } = answer.safeParse(text.startsWith('<') ? text : tryParseJson(text));
    if (data !== undefined) return data;
    throw failure('UnexpectedAnswer', '');
  };
}

/** A request in its service's protocol. */
function messageOf(action: string, request: string | Readonly<Record<string, string>>) {
  const [service = '', operation = ''] = action.split(':');
  if (typeof request === 'string') return { method: 'GET', headers: { accept: 'application/json' } };
  const target = TARGETS[service];
  if (target === undefined) {
    const form = { Action: operation, Version: VERSIONS[service] ?? '', ...request };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  }
  const version = service === 'dynamodb' ? '1.0' : '1.1';
  const headers = {
    'content-type': `application/x-amz-json-${version}`,
    'x-amz-target': `${target}.${operation}`,
  };
  return { method: 'POST', headers, body: JSON.stringify(request) };
}

/** Exceptions for wrong or expired credentials, or credentials unknown in the region. */
const CREDENTIALS =
  /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch)/;

/** What to do about an exception, followed by its message. */
function reasonOf(exception: string, asked: string): string {
  if (/^\w*ProviderError/.test(exception))
    return `sign in, as with "aws sso login", or set AWS_PROFILE: ${exception}`;
  if (CREDENTIALS.test(exception))
    return `the credentials are wrong or expired, or the account has not enabled the region: ${exception}`;
  if (/^\w*(AccessDenied|NotAuthorized|Unauthorized)/.test(exception))
    return `the credentials lack ${asked}: ${exception}`;
  if (/^\w*(Throttl|TooManyRequests)/.test(exception)) return `AWS throttled ${asked}: repeat the command`;
  return `no answer to ${asked}: ${exception}`;
}

/** The exception and its message. Its name is in the body or in a header, where a URL may follow it. */
function refusalIn({ status, headers }: Response, text: string): [code: string, words: string] {
  const [, inBody = `HTTP ${status}`] = /(?:"__type" ?: ?"(?:[^"#]*#)?|<Code>)(\w+)/.exec(text) ?? [];
  const [code = ''] = (headers.get('x-amzn-errortype') ?? inBody).split(':');
  const [, words = ''] = /(?:"message" ?: ?"|<Message>)([^"<]*)/i.exec(text) ?? [];
  return [code, words];
}

/** The answer, or undefined if the resource doesn't exist. */
export async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: Error) => {
    if (/^\w*(NotFound|NoSuchResource)|^ValidationError .*does not exist/.test(String(error.cause)))
      return undefined;
    throw error;
  });
}

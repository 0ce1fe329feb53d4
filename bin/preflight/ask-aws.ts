import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type * as z from 'zod';
import { boundedFetch } from '../../lambdas/platform/outbound/bounded-fetch.ts';
import { tryParseJson } from '../../lambdas/platform/parse-json.ts';

/** A request that only reads, in the protocol of its service. */
export interface AwsRequest {
  /** The action of IAM that permits it, such as `ssm:GetParameter`: the service, and the operation. */
  readonly action: string;
  /** For services with paths: the path and query of a GET. */
  readonly path?: string;
  /** For services that take JSON: the first part of `x-amz-target`. */
  readonly target?: string;
  /** For services that take forms and answer in XML: the version of the API. */
  readonly version?: string;
  readonly input?: Readonly<Record<string, string>>;
  /** @default the environment's */
  readonly region?: string;
}

/** Asks AWS. Resolves to the parsed JSON, or to XML as a text. Rejects with the reason in one line. */
export type AskAws = <Answer>(answer: z.ZodType<Answer>, request: AwsRequest) => Promise<Answer>;

const FORM = 'application/x-www-form-urlencoded';

const bounded = boundedFetch({ timeoutMs: 10_000, maxBytes: 2_000_000 });

/**
 * Asks AWS with the credentials that the CDK would find: environment, profile, single sign-on. The SDK's clients of
 * these services would be ten more packages.
 */
export function awsOf({
  region,
  endpoint,
}: {
  readonly region: string;
  readonly endpoint?: string | undefined;
}): AskAws {
  // The local service treats this key as its operator's.
  const local = endpoint !== undefined && {
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  };
  const { credentials } = new DynamoDBClient({ region, ...local }).config;
  return async (answer, { action, path, target, version = '', input = {}, region: at = region }) => {
    const [prefix = '', operation = ''] = action.split(':');
    const service = prefix === 'cloudwatch' ? 'monitoring' : prefix;
    const url = new URL(path ?? '/', endpoint ?? `https://${service}.${at}.amazonaws.com`);
    const form = new URLSearchParams({ Action: operation, Version: version, ...input }).toString();
    const json = `application/x-amz-json-${service === 'dynamodb' ? '1.0' : '1.1'}`;
    const content = target === undefined ? form : JSON.stringify(input);
    const message = path === undefined ? { method: 'POST', body: content } : { method: 'GET' };
    const send = async () => {
      const signer = new SignatureV4({ service, region: at, credentials, sha256: Sha256 });
      const signed = await signer.sign({
        ...message,
        ...{ protocol: url.protocol, hostname: url.hostname, path: url.pathname },
        query: Object.fromEntries(url.searchParams),
        headers: {
          host: url.host,
          ...(path !== undefined && { accept: 'application/json' }),
          ...(path === undefined && { 'content-type': target === undefined ? FORM : json }),
          ...(target !== undefined && { 'x-amz-target': `${target}.${operation}` }),
        },
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

/** Exceptions for credentials that are wrong, expired, or not known in the region. */
const CREDENTIALS =
  /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch)/;

/** What to do about an exception, which its words follow. */
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

/** The exception and its words. Its name is in the body or in a header, in which a URL may follow it. */
function refusalIn({ status, headers }: Response, text: string): [code: string, words: string] {
  const [, inBody = `HTTP ${status}`] = /(?:"__type" ?: ?"(?:[^"#]*#)?|<Code>)(\w+)/.exec(text) ?? [];
  const [code = ''] = (headers.get('x-amzn-errortype') ?? inBody).split(':');
  const [, words = ''] = /(?:"message" ?: ?"|<Message>)([^"<]*)/i.exec(text) ?? [];
  return [code, words];
}

/** The answer. Resolves to undefined if AWS knows nothing of that name. */
export async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: Error) => {
    if (/^\w*(NotFound|NoSuchResource)|^ValidationError .*does not exist/.test(String(error.cause)))
      return undefined;
    throw error;
  });
}

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import {
  AWS_ACCESS_KEY_ID,
  AWS_REGION,
  AWS_SECRET_ACCESS_KEY,
  AWS_SESSION_TOKEN,
} from './variables/system.ts';
import { readVariable } from './variables/variable.ts';

/** The hash of a link's body, which is unknown when the link is signed. */
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

export interface BucketFile {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface LinkOptions {
  readonly now: Date;
  readonly expiresInSeconds: number;
  readonly contentType?: string;
  readonly bytes?: number;
}

/** An S3 bucket, by its URL. The SDK's S3 client has 420 KB, as much as a whole function. */
export class Bucket {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async put(key: string, { contentType, body }: BucketFile): Promise<void> {
    const headers = { 'content-type': contentType };
    await sendToBucket(this.#urlOf(key), { method: 'PUT', headers, body, timeoutMs: 30_000 });
  }

  async delete(key: string): Promise<void> {
    await sendToBucket(this.#urlOf(key), { method: 'DELETE', timeoutMs: 8_000 });
  }

  /** The content of a file; undefined if there is none, and `too_large` beyond the bytes. */
  async get(key: string, maxBytes: number): Promise<Buffer | 'too_large' | undefined> {
    const response = await sendToBucket(this.#urlOf(key), { method: 'GET', timeoutMs: 30_000 }, [200, 404]);
    const isTooLarge = Number(response.headers.get('content-length') ?? 0) > maxBytes;
    if (response.ok && !isTooLarge) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    return isTooLarge && response.ok ? 'too_large' : undefined;
  }

  /** A link to get the file, with a type of its content, or to put a file of these bytes. */
  async link(key: string, { now, expiresInSeconds, contentType, bytes }: LinkOptions): Promise<string> {
    const url = this.#urlOf(key);
    const query = contentType === undefined ? {} : { 'response-content-type': contentType };
    const method = bytes === undefined ? 'GET' : 'PUT';
    const length = bytes !== undefined && { 'content-length': String(bytes) };
    const request = { ...partsOf(url), method, headers: { host: url.host, ...UNSIGNED, ...length }, query };
    const signed = await signer().presign(request, { signingDate: now, expiresIn: expiresInSeconds });
    url.search = new URLSearchParams(Object.entries(signed.query ?? {}).map(pair)).toString();
    return url.href;
  }

  #urlOf(key: string): URL {
    return new URL(`${this.#url}/${key.split('/').map(encodeURIComponent).join('/')}`);
  }
}

export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly timeoutMs: number;
}

export async function sendToBucket(
  url: URL,
  { method, headers = {}, body, timeoutMs }: BucketRequest,
  expected: readonly number[] = [],
): Promise<Response> {
  const query = Object.fromEntries(url.searchParams);
  const request = { ...partsOf(url), method, headers: { host: url.host, ...headers }, query, body };
  const { host: _, ...signed } = (await signer().sign(request)).headers;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method, headers: signed, signal, ...(body && { body }) });
  if (!response.ok && !expected.includes(response.status))
    throw new Error(`S3 answered ${response.status}: ${await response.text()}`);
  return response;
}

const partsOf = ({ protocol, hostname, pathname }: URL) => ({ protocol, hostname, path: pathname });

const pair = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];

/** Signs as the function's role. Lambda puts the credentials in the environment, and a container does not outlive them. */
function signer(): SignatureV4 {
  const credentials = {
    accessKeyId: readVariable(AWS_ACCESS_KEY_ID),
    secretAccessKey: readVariable(AWS_SECRET_ACCESS_KEY),
    sessionToken: readVariable(AWS_SESSION_TOKEN),
  };
  // Unlike other services, S3 signs a path as it is sent.
  const region = readVariable(AWS_REGION);
  return new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });
}

import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedContent {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly signedHeaders: readonly string[];
  /** SHA-256 of the body in hex, or UNSIGNED-PAYLOAD. */
  readonly payloadHash: string;
}

/** The scope of a signature: key, service and date. */
export interface SignatureScope {
  /** `<access key id>/<date>/<region>/<service>/aws4_request` */
  readonly credential: string;
  /** Such as 20130524T000000Z. */
  readonly date: string;
}

/** The signature of a request, in hex: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function signatureOf(
  content: SignedContent,
  { credential, date }: SignatureScope,
  secretKey: string,
): string {
  const scope = credential.split('/').slice(1);
  const request = canonicalRequest(content, scope[2] === 's3');
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(request)].join('\n');
  return hmac(signingKey(scope, secretKey), toSign).toString('hex');
}

/** Caches signing keys of recent scopes: deriving one takes 0.2 ms, more than everything else in a signature. */
const signingKeys = new Map<string, string | Buffer>();
const MAX_SIGNING_KEYS = 1_000;

function signingKey(scope: readonly string[], secretKey: string): string | Buffer {
  const name = [...scope, secretKey].join('/');
  const key =
    signingKeys.get(name) ??
    scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretKey}`);
  if (signingKeys.size >= MAX_SIGNING_KEYS) signingKeys.clear();
  signingKeys.set(name, key);
  return key;
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** S3 signs the path as sent; other services encode it again. */
function canonicalRequest(
  { method, url, headers, signedHeaders, payloadHash }: SignedContent,
  isForS3: boolean,
): string {
  const headerOf = (name: string) => `${headers[name] ?? ''}`.trim().replaceAll(/ +/g, ' ');
  const path = url.pathname.split('/').map((part) => encode(isForS3 ? decodeURIComponent(part) : part));
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return [
    method,
    path.join('/'),
    query.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${headerOf(name)}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** Percent-encoding of all but RFC 3986's unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

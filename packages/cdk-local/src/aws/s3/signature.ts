import { createHash, createHmac } from 'node:crypto';

export interface SignedContent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signedHeaders: readonly string[];
  /** SHA-256 of the body in hex, or UNSIGNED-PAYLOAD. */
  readonly payloadHash: string;
}

/** The scope of a signature: key, service and date. */
export interface SignatureScope {
  /** `<access key id>/<date>/<region>/s3/aws4_request` */
  readonly credential: string;
  /** Such as 20130524T000000Z. */
  readonly date: string;
}

/** The signature, in hex, of a request to S3: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export function signatureOf(
  content: SignedContent,
  { credential, date }: SignatureScope,
  secretKey: string,
): string {
  const scope = credential.split('/').slice(1);
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonicalRequest(content))].join('\n');
  const key = scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretKey}`);
  return hmac(key, toSign).toString('hex');
}

/** The SHA-256 of something, in hex. */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function canonicalRequest({ method, url, headers, signedHeaders, payloadHash }: SignedContent): string {
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return [
    method,
    path.join('/'),
    query.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ') ?? ''}`),
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

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from './converse-request.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface SignedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Seconds by which the clocks may differ. */
const MAX_SKEW = 300;

/**
 * Throws unless a POST without a query is signed (Signature Version 4):
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function checkSignature({ path, headers, body }: SignedRequest, known: Credentials): void {
  if (!headers.authorization)
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  const [, accessKeyId, day = '', region = '', service = '', names = '', given = ''] =
    AUTHORIZATION.exec(headers.authorization) ?? [];
  if (accessKeyId !== known.accessKeyId)
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  const time = String(headers['x-amz-date'] ?? '');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const isRight =
    service === 'bedrock' &&
    region === known.region &&
    time.startsWith(day) &&
    isRecent(time) &&
    names.includes('host');
  const canonical = [
    'POST',
    // Services other than S3 encode the path again.
    path.split('/').map(encodeURIComponent).join('/'),
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (before, part) => hmac(before, part),
    `AWS4${known.secretAccessKey}`,
  );
  const expected = hmac(key, text);
  const actual = Buffer.from(given, 'hex');
  if (!isRight || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new AwsError(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
    );
}

function isRecent(time: string): boolean {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Math.abs(Date.now() - Date.parse(iso)) < MAX_SKEW * 1000;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

import { timingSafeEqual } from 'node:crypto';
import { SECRET_ACCESS_KEY } from '../../functions/function-definition.ts';
import { s3Error } from './s3-error.ts';
import { type SignatureScope, type SignedContent, sha256, signatureOf } from './signature.ts';

/** A request to S3 before authentication. */
export interface S3Request extends Pick<SignedContent, 'method' | 'url' | 'headers'> {
  readonly body: Buffer;
}

interface Claim extends SignatureScope {
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
}

/** The sender of a request (`<access key id>/…`), from its header or the query of a link. Throws if the signature is invalid. */
export function authenticate(request: S3Request, now: Date): string {
  const { authorization } = request.headers;
  const isLink = request.url.searchParams.has('X-Amz-Signature');
  if (isLink && authorization !== undefined)
    throw s3Error('InvalidArgument', 'Only one auth mechanism allowed');
  const claim = isLink ? claimOfLink(request, now) : claimOfHeader(request);
  const expected = signatureOf({ ...request, ...claim }, claim, SECRET_ACCESS_KEY);
  if (isSame(expected, claim.signature)) return claim.credential;
  throw s3Error(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
function claimOfLink({ url }: S3Request, now: Date): Claim {
  const parameter = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const date = parameter('Date');
  const expiresAt = timeOf(date) + Number(parameter('Expires')) * 1000;
  // An expiry that is not a time never permits access.
  if (!(now.getTime() <= expiresAt)) throw s3Error('AccessDenied', 'Request has expired');
  return {
    credential: parameter('Credential'),
    date,
    signedHeaders: parameter('SignedHeaders').split(';'),
    signature: parameter('Signature'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function claimOfHeader({ headers, body }: S3Request): Claim {
  const { authorization = '' } = headers;
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), *SignedHeaders=(\S+), *Signature=(\S+)$/.exec(authorization) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined)
    throw s3Error('AccessDenied', 'Access Denied');
  const payloadHash = headers['x-amz-content-sha256'] ?? '';
  if (payloadHash !== sha256(body))
    throw s3Error('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match.");
  const date = headers['x-amz-date'] ?? '';
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash };
}

/** 20130524T000000Z in milliseconds; NaN for another format. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

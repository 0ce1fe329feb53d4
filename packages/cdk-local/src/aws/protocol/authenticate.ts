import { timingSafeEqual } from 'node:crypto';
import { AwsError } from './aws-error.ts';
import { type SignatureScope, type SignedContent, sha256, signatureOf } from './signature.ts';

export interface SignedRequest extends Pick<SignedContent, 'method' | 'url' | 'headers'> {
  readonly body: Buffer;
}

interface Claim extends SignatureScope {
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
}

/** The access key that signed a request in its header or query. Throws if no known key did. */
export function authenticate<Key extends { readonly secretAccessKey: string }>(
  request: SignedRequest,
  keys: ReadonlyMap<string, Key>,
  now: Date,
): Key {
  const { authorization } = request.headers;
  const isLink = request.url.searchParams.has('X-Amz-Signature');
  if (isLink && authorization !== undefined)
    throw new AwsError('InvalidArgument', 'Only one auth mechanism allowed');
  const claim = isLink ? claimOfLink(request, now) : claimOfHeader(request);
  const key = keys.get(claim.credential.split('/')[0] ?? '');
  if (!key)
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  if (isSame(signatureOf({ ...request, ...claim }, claim, key.secretAccessKey), claim.signature)) return key;
  throw new AwsError(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided.',
    403,
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
function claimOfLink({ url }: SignedRequest, now: Date): Claim {
  const parameter = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const date = parameter('Date');
  const expiresAt = timeOf(date) + Number(parameter('Expires')) * 1000;
  // An expiry that is not a time never permits access.
  if (!(now.getTime() <= expiresAt)) throw new AwsError('AccessDenied', 'Request has expired', 403);
  return {
    credential: parameter('Credential'),
    date,
    signedHeaders: parameter('SignedHeaders').split(';'),
    signature: parameter('Signature'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function claimOfHeader({ headers, body }: SignedRequest): Claim {
  const { authorization = '' } = headers;
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), *SignedHeaders=(\S+), *Signature=(\S+)$/.exec(authorization) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const payloadHash = sha256(body);
  // Only S3 requires the header.
  const { 'x-amz-content-sha256': declaredHash = credential.includes('/s3/') ? '' : payloadHash } = headers;
  if (declaredHash !== payloadHash)
    throw new AwsError(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match.",
    );
  const date = String(headers['x-amz-date'] ?? '');
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash };
}

/** 20130524T000000Z in milliseconds; NaN for another format. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

/** Takes the same time wherever the texts differ. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

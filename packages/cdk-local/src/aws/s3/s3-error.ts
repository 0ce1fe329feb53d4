import { AwsError } from '../protocol/aws-error.ts';

/** An S3 error: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export function s3Error(code: string, message: string): AwsError {
  return new AwsError(code, message, STATUS[code] ?? 400);
}

const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  NoSuchKey: 404,
  SignatureDoesNotMatch: 403,
};

export function toS3Error(fault: unknown): AwsError {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (!(fault instanceof AwsError)) return s3Error('InternalError', message);
  if (/^(AccessDenied|MissingAuthenticationToken)Exception$/.test(fault.code))
    return s3Error('AccessDenied', message);
  if (fault.code === 'InvalidSignatureException') return s3Error('SignatureDoesNotMatch', message);
  if (fault.code === 'UnrecognizedClientException')
    return s3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  return fault;
}

export function errorDocument({ code, message }: Pick<AwsError, 'code' | 'message'>): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
}

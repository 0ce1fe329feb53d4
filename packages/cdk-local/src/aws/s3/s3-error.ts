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

/** What S3 calls errors that other services name otherwise. */
const CODES: Readonly<Record<string, string>> = {
  AccessDeniedException: 'AccessDenied',
  InternalServerError: 'InternalError',
  InvalidSignatureException: 'SignatureDoesNotMatch',
  MissingAuthenticationTokenException: 'AccessDenied',
  UnrecognizedClientException: 'InvalidAccessKeyId',
};

export function toS3Error(error: AwsError): AwsError {
  const code = CODES[error.code];
  return code === undefined ? error : s3Error(code, error.message);
}

export function errorDocument({ code, message }: Pick<AwsError, 'code' | 'message'>): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
}

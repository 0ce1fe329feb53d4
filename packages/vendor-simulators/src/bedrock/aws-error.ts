import { HttpError } from '../http/http-error.ts';

/** Exceptions of the runtime API with their statuses: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_Errors */
export const STATUSES = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  InvalidSignatureException: 403,
  MissingAuthenticationTokenException: 403,
  ModelErrorException: 424,
  ModelNotReadyException: 429,
  ModelStreamErrorException: 424,
  ModelTimeoutException: 408,
  ResourceNotFoundException: 404,
  ServiceUnavailableException: 503,
  ThrottlingException: 429,
  UnrecognizedClientException: 403,
  ValidationException: 400,
} as const;
export type ExceptionName = keyof typeof STATUSES;

/** AWS's messages for exceptions without further details. */
const WORDS: Partial<Readonly<Record<ExceptionName, string>>> = {
  AccessDeniedException: "You don't have access to the model with the specified model ID.",
  InternalServerException:
    'The system encountered an unexpected error during processing. Try your request again.',
  ModelErrorException:
    'The system encountered an unexpected error during processing. Try your request again.',
  ModelNotReadyException: 'Model is not ready for inference. Wait and try your request again.',
  ModelStreamErrorException: 'The model produced an invalid sequence. Try your request again.',
  ServiceUnavailableException: 'Bedrock is unable to process your request.',
  ThrottlingException: 'Too many requests, please wait before trying again.',
};

/** A refusal in the shape of AWS's JSON over REST: its name is in a header. */
export class AwsError extends HttpError {
  readonly exception: ExceptionName;

  constructor(exception: ExceptionName, message = WORDS[exception] ?? exception) {
    super(STATUSES[exception], { message });
    this.exception = exception;
  }
}

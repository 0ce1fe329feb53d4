/** A request to one of the services; `service` and `operation` are from the x-amz-target header, empty without one. */
export interface AwsRequest {
  readonly service: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly traceHeader: string | undefined;
  /** The header `amz-sdk-invocation-id`, which all attempts of one SDK request share. */
  readonly sdkId: string | undefined;
}

/** A completed request, for measurements; `functionName` is undefined for the runtime itself. */
export interface AwsRequestRecord {
  readonly service: string;
  readonly operation: string;
  readonly functionName: string | undefined;
  readonly durationMs: number;
  /** The consumed capacity of a DynamoDB request; the response then also contains it. */
  readonly capacityUnits: number | undefined;
  readonly status: number;
}

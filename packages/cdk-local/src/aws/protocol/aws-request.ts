/** A request to one of the services; `service` and `operation` are from the x-amz-target header, empty without one. */
export interface AwsRequest {
  readonly service: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly traceHeader: string | undefined;
  /** The header `amz-sdk-invocation-id`, which the attempts of one request of the SDK have in common. */
  readonly sdkId: string | undefined;
}

/** An answered request, for measurements; `functionName` is undefined for the runtime itself. */
export interface AwsRequestRecord {
  readonly service: string;
  readonly operation: string;
  readonly functionName: string | undefined;
  readonly durationMs: number;
  /** The consumed capacity of a DynamoDB request; its answer then contains it, too. */
  readonly capacityUnits: number | undefined;
  readonly status: number;
}

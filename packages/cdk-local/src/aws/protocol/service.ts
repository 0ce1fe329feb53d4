import type { Access } from './access.ts';

/** An AWS service behind its JSON protocol. */
export interface Service {
  /** Rejects with an AwsError if the service refuses. */
  handle(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** A request to a service. */
export interface ServiceRequest {
  readonly operation: string;
  readonly input: unknown;
  /** The permissions of the caller. */
  readonly access: Access;
  /** The header `X-Amzn-Trace-Id`. */
  readonly traceHeader?: string | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Further headers. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** DynamoDB's consumed capacity units, if they are measured. */
  readonly capacityUnits?: number | undefined;
}

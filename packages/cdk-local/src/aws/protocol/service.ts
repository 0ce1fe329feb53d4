import type { Access } from './access.ts';

/** An AWS service behind its JSON protocol. */
export interface Service {
  /** Rejects with an AwsError if the service refuses. */
  handle(request: ServiceRequest): Promise<ServiceAnswer>;
}

export interface ServiceRequest {
  readonly operation: string;
  readonly input: unknown;
  readonly access: Access;
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

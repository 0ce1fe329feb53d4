import type { Access } from './access.ts';

/** An AWS service behind its JSON protocol. */
export interface Service {
  /** Rejects with an AwsError if the service refuses. */
  handle(operation: string, input: unknown, access: Access): Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  /** DynamoDB's consumed capacity units, if they are measured. */
  readonly capacityUnits?: number | undefined;
}

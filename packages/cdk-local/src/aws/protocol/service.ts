import type { Access } from './access.ts';

/** One AWS service as its JSON protocol reaches it. */
export interface Service {
  /** Rejects with an AwsError for what the service refuses. */
  handle(operation: string, input: unknown, access: Access): Promise<ServiceAnswer>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  /** DynamoDB's capacity units that were consumed, where they are measured. */
  readonly capacityUnits?: number | undefined;
}

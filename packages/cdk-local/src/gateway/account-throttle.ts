import type { GatewayLimits } from '../limits/aws-limits.ts';
import { createTokenBucket } from '../limits/token-bucket.ts';

/** The limits of API Gateway that all APIs of an account and region share. */
export interface AccountThrottle {
  /**
   * Counts a request: to a REST API, a message of a WebSocket, or a command to `@connections`. Returns false above the
   * limit.
   */
  admitRequest(): boolean;
  /** Counts a new WebSocket connection. Returns false above the limit. */
  admitConnection(): boolean;
}

/** `now` is in milliseconds. */
export function createAccountThrottle(limits: GatewayLimits, now: () => number): AccountThrottle {
  const requests = createTokenBucket(limits.requests, now());
  const connections = createTokenBucket(limits.newConnections, now());
  return {
    admitRequest: () => requests.takeOne(now()),
    admitConnection: () => connections.takeOne(now()),
  };
}

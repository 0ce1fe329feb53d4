import { inUser, type Key } from '../../platform/table/keys.ts';

export const circuitBreakerKey = (userId: string, webhookId: string): Key =>
  inUser(userId, `ENDPOINT#${webhookId}`);

export const replayLeasesKey = (userId: string): Key => inUser(userId, 'REPLAYS');

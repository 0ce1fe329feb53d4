import { inUser, type Key } from '../../platform/table/keys.ts';

export const formerAuthTokenKey = (userId: string, connectionId: string): Key =>
  inUser(userId, `FORMER_AUTH_TOKEN#${connectionId}`);

import { USERS } from '../../../local/seed.ts';
import type { User } from '../service/plain-requests.ts';
import type { Connection } from '../service/service-process.ts';
import { WatchedApi } from './watched-api.ts';

/** A user whose answers are recorded. */
export interface WatchedUser extends User {
  readonly api: WatchedApi;
}

/** Two users of one service. */
export interface Neighbours {
  /** Sends ten times a reasonable load. */
  readonly attacker: WatchedUser;
  /** Must notice nothing. */
  readonly victim: WatchedUser;
}

/** The two local users of a service, each with a number to call from. The victim polls every `pollMs` milliseconds. */
export function neighboursOf(connection: Connection, pollMs?: number): Neighbours {
  const { base_url, access_token, second_access_token } = connection;
  const [, { phoneNumber: phone_number }] = USERS;
  return {
    victim: { connection, api: new WatchedApi(base_url, access_token, pollMs) },
    attacker: {
      connection: { ...connection, phone_number },
      api: new WatchedApi(base_url, second_access_token),
    },
  };
}

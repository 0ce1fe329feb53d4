import { inUser, type Key, recordKey } from '../../platform/table/keys.ts';

export const vendorCallKey = (userId: string, sid: string): Key => inUser(userId, `VENDOR_CALL#${sid}`);

/** The key of the item that counts the marketing calls to a number. */
export const dialsKey = (userId: string, phoneNumber: string): Key => inUser(userId, `DIALS#${phoneNumber}`);

/** The key of the rate limit of dialing through an account, by its connection; null for the platform's account. */
export const accountDialRateKey = (connection: string | null): Key => ({
  pk: `TELEPHONY_ACCOUNT#${connection ?? 'PLATFORM'}`,
  sk: 'DIAL_RATE',
});

export const CALLS_INDEX = 'calls';

/** The sort key of that index: the call's id, in an attribute that only calls have. */
export const CALL_ORDER = 'call_order';

export const INDEXED_OF_CALL = [
  'status',
  'agent_id',
  'from_number',
  'to_number',
  'direction',
  'created_at',
  'start_time',
  'end_time',
  'agent_version',
  'stage_outcome',
  'succeeded',
  'silences_ms',
  'counted_cost',
] as const;

export const callOrderKey = (userId: string, id: string) => ({
  ...recordKey(userId, 'call', id),
  [CALL_ORDER]: id,
});

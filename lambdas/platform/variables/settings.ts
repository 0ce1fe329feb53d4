import * as z from 'zod/mini';
import { decimal, decimals, flag, json, list, oneOf } from './codecs.ts';
import { textCodec, type Variable } from './variable.ts';

/** Set from the configuration, all of them or `lib/config/settings.ts` does not compile. Times are in seconds. */

/** Calls that a user may have open at once. A call is open until it is over; a scheduled one only from its time on. */
export const MAX_OPEN_CALLS: Variable<number> = { name: 'MAX_OPEN_CALLS', codec: decimal };

/** Networks (CIDR) that outbound requests may reach although they are not public. */
export const OUTBOUND_ALLOWED_NETWORKS: Variable<readonly string[]> = {
  name: 'OUTBOUND_ALLOWED_NETWORKS',
  codec: list,
};

/** Requests of a user a second on average, and at once. */
export const USER_REQUESTS_PER_SECOND: Variable<number> = {
  name: 'USER_REQUESTS_PER_SECOND',
  codec: decimal,
};
export const USER_REQUESTS_AT_ONCE: Variable<number> = { name: 'USER_REQUESTS_AT_ONCE', codec: decimal };
export const TESTS_PER_MINUTE: Variable<number> = { name: 'TESTS_PER_MINUTE', codec: decimal };
export const RETRIES_PER_MINUTE: Variable<number> = { name: 'RETRIES_PER_MINUTE', codec: decimal };
export const REPLAYS_AT_ONCE: Variable<number> = { name: 'REPLAYS_AT_ONCE', codec: decimal };
export const ANALYSES_PER_MINUTE: Variable<number> = { name: 'ANALYSES_PER_MINUTE', codec: decimal };
export const REHEARSALS_PER_HOUR: Variable<number> = { name: 'REHEARSALS_PER_HOUR', codec: decimal };
export const REHEARSAL_TURNS_AT_ONCE: Variable<number> = { name: 'REHEARSAL_TURNS_AT_ONCE', codec: decimal };
export const TEST_CASES_PER_HOUR: Variable<number> = { name: 'TEST_CASES_PER_HOUR', codec: decimal };
export const FAILED_CHECKS_PER_MINUTE: Variable<number> = {
  name: 'FAILED_CHECKS_PER_MINUTE',
  codec: decimal,
};
export const NUMBER_SEARCHES_PER_MINUTE: Variable<number> = {
  name: 'NUMBER_SEARCHES_PER_MINUTE',
  codec: decimal,
};
export const PLATFORM_NUMBER_SEARCHES_PER_MINUTE: Variable<number> = {
  name: 'PLATFORM_NUMBER_SEARCHES_PER_MINUTE',
  codec: decimal,
};
export const TELEPHONY_API_URL: Variable<string> = { name: 'TELEPHONY_API_URL', codec: textCodec };
export const RING_SECONDS: Variable<number> = { name: 'RING_SECONDS', codec: decimal };
export const MAX_CALL_SECONDS: Variable<number> = { name: 'MAX_CALL_SECONDS', codec: decimal };
export const RECONCILE_SECONDS: Variable<number> = { name: 'RECONCILE_SECONDS', codec: decimal };
export const RECONCILIATIONS_AT_ONCE: Variable<number> = { name: 'RECONCILIATIONS_AT_ONCE', codec: decimal };
export const CALLS_PER_SECOND: Variable<number> = { name: 'CALLS_PER_SECOND', codec: decimal };
const detection = oneOf(['always', 'asked']);
export const DETECT_MACHINES: Variable<'always' | 'asked'> = {
  name: 'DETECT_MACHINES',
  codec: detection,
};
export const RECORD_CALLS: Variable<boolean> = { name: 'RECORD_CALLS', codec: flag };
export const RECORDING_DAYS: Variable<number> = { name: 'RECORDING_DAYS', codec: decimal };
export const REFUSAL: Variable<string> = { name: 'REFUSAL', codec: textCodec };
/** The vendor's value for noise reduction; empty for none. */
export const NOISE_REDUCTION: Variable<string> = { name: 'NOISE_REDUCTION', codec: textCodec };
export const MAX_SILENCE_SECONDS: Variable<number> = { name: 'MAX_SILENCE_SECONDS', codec: decimal };
export const MAX_MENU_SILENCE_SECONDS: Variable<number> = {
  name: 'MAX_MENU_SILENCE_SECONDS',
  codec: decimal,
};
/** The IANA name of the time zone of calls whose agent and number have none. */
export const TIMEZONE: Variable<string> = { name: 'TIMEZONE', codec: textCodec };
export const LLM_BASE_URL: Variable<string> = { name: 'LLM_BASE_URL', codec: textCodec };
export const LLM_MODEL: Variable<string> = { name: 'LLM_MODEL', codec: textCodec };
export const LLM_VENDOR_B_BASE_URL: Variable<string> = { name: 'LLM_VENDOR_B_BASE_URL', codec: textCodec };
export const VECTOR_DATABASE_API_URL: Variable<string> = {
  name: 'VECTOR_DATABASE_API_URL',
  codec: textCodec,
};
export const RETRY_SECONDS: Variable<readonly number[]> = { name: 'RETRY_SECONDS', codec: decimals };
export const DISABLE_AFTER_SECONDS: Variable<number> = { name: 'DISABLE_AFTER_SECONDS', codec: decimal };
/** Deliveries that one run of a replay restarts; the next part follows half a minute later. */
export const DELIVERIES_A_PART: Variable<number> = { name: 'DELIVERIES_A_PART', codec: decimal };

const quotas = z.record(z.string(), z.nullable(z.number()));
/** Limits by name; null for none. */
export type QuotaLimits = z.infer<typeof quotas>;

/** The limits of each user. A function without them fails, rather than run without limits. */
export const QUOTAS: Variable<QuotaLimits> = { name: 'QUOTAS', codec: json(quotas) };

import { decimal, decimals, flag, list, oneOf } from './codecs.ts';
import { text, type Variable } from './variable.ts';

// Variables whose values come from the configuration of the environment. `lib/config/settings.ts` must set each of
// them, or it does not compile. QUOTAS and PLATFORM_MODELS have files of their own, which keep their schemas out of
// other bundles.

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

/** Test deliveries that a user may ask for in a minute. */
export const TESTS_PER_MINUTE: Variable<number> = { name: 'TESTS_PER_MINUTE', codec: decimal };
/** Retries of deliveries that a user may ask for in a minute. */
export const RETRIES_PER_MINUTE: Variable<number> = { name: 'RETRIES_PER_MINUTE', codec: decimal };
/** Replays that a user may have under way at once. */
export const REPLAYS_AT_ONCE: Variable<number> = { name: 'REPLAYS_AT_ONCE', codec: decimal };

/** Further analyses of calls that a user may ask for in a minute, and at once. */
export const ANALYSES_PER_MINUTE: Variable<number> = { name: 'ANALYSES_PER_MINUTE', codec: decimal };

/** Rehearsals that a user may begin in an hour, and turns of them that may be under way at once. */
export const REHEARSALS_PER_HOUR: Variable<number> = { name: 'REHEARSALS_PER_HOUR', codec: decimal };
export const REHEARSAL_TURNS_AT_ONCE: Variable<number> = { name: 'REHEARSAL_TURNS_AT_ONCE', codec: decimal };

/** A user's failed checks of credentials with the vendor a minute, and at once. */
export const FAILED_CHECKS_PER_MINUTE: Variable<number> = {
  name: 'FAILED_CHECKS_PER_MINUTE',
  codec: decimal,
};

/** A user's searches for numbers a minute, and at once. */
export const NUMBER_SEARCHES_PER_MINUTE: Variable<number> = {
  name: 'NUMBER_SEARCHES_PER_MINUTE',
  codec: decimal,
};
/** The same of all users on the platform's telephony account. */
export const PLATFORM_NUMBER_SEARCHES_PER_MINUTE: Variable<number> = {
  name: 'PLATFORM_NUMBER_SEARCHES_PER_MINUTE',
  codec: decimal,
};

/** Base URL of the telephony vendor's REST API. */
export const TELEPHONY_API_URL: Variable<string> = { name: 'TELEPHONY_API_URL', codec: text };
export const RING_SECONDS: Variable<number> = { name: 'RING_SECONDS', codec: decimal };
/** Seconds after which the vendor ends a call. */
export const MAX_CALL_SECONDS: Variable<number> = { name: 'MAX_CALL_SECONDS', codec: decimal };
/** Seconds between reconciliations of an open call with the vendor's state. */
export const RECONCILE_SECONDS: Variable<number> = { name: 'RECONCILE_SECONDS', codec: decimal };
export const RECONCILIATIONS_AT_ONCE: Variable<number> = { name: 'RECONCILIATIONS_AT_ONCE', codec: decimal };
/** Calls that are dialled a second through one telephony account. */
export const CALLS_PER_SECOND: Variable<number> = { name: 'CALLS_PER_SECOND', codec: decimal };
const detection = oneOf(['always', 'asked']);
export const DETECT_MACHINES: Variable<'always' | 'asked'> = {
  name: 'DETECT_MACHINES',
  codec: detection,
};
export const RECORD_CALLS: Variable<boolean> = { name: 'RECORD_CALLS', codec: flag };
export const RECORDING_DAYS: Variable<number> = { name: 'RECORDING_DAYS', codec: decimal };
/** What callers hear if no agent answers their number. */
export const REFUSAL: Variable<string> = { name: 'REFUSAL', codec: text };
/** The vendor's value for noise reduction; empty for none. */
export const NOISE_REDUCTION: Variable<string> = { name: 'NOISE_REDUCTION', codec: text };

/** Seconds of silence after which a call ends. */
export const MAX_SILENCE_SECONDS: Variable<number> = { name: 'MAX_SILENCE_SECONDS', codec: decimal };
/** The same while the agent navigates menus. */
export const MAX_MENU_SILENCE_SECONDS: Variable<number> = {
  name: 'MAX_MENU_SILENCE_SECONDS',
  codec: decimal,
};

/** Base URL of the language-model vendor `llm_vendor_a`. */
export const LLM_BASE_URL: Variable<string> = { name: 'LLM_BASE_URL', codec: text };
export const LLM_MODEL: Variable<string> = { name: 'LLM_MODEL', codec: text };
/** Base URL of the language-model vendor `llm_vendor_b`. */
export const LLM_VENDOR_B_BASE_URL: Variable<string> = { name: 'LLM_VENDOR_B_BASE_URL', codec: text };
/** Base URL of the vector-database vendor's control plane. */
export const VECTOR_DATABASE_API_URL: Variable<string> = { name: 'VECTOR_DATABASE_API_URL', codec: text };

/** Seconds between the attempts to deliver an event. */
export const RETRY_SECONDS: Variable<readonly number[]> = { name: 'RETRY_SECONDS', codec: decimals };
/** Seconds of nothing but failures after which a webhook is switched off. */
export const DISABLE_AFTER_SECONDS: Variable<number> = { name: 'DISABLE_AFTER_SECONDS', codec: decimal };
/** Deliveries that one run of a replay restarts; the next part follows half a minute later. */
export const DELIVERIES_A_PART: Variable<number> = { name: 'DELIVERIES_A_PART', codec: decimal };

import { expect } from 'vitest';
import type { Answer } from '../../support/service/api.ts';

// The fields of each record, by the names of the interface's specification, including optional fields that a test sets.

const OWNER = ['id', 'user_id'];

/** The fields of an agent in its compact form. */
export const COMPACT_AGENT = [...OWNER, 'prompt', 'actions', 'voice', 'initial_message', 'webhook'];

/** The fields of an agent in its expanded form and in its reference form. */
export const FULL_AGENT = [
  ...OWNER,
  ...['prompt', 'actions', 'voice', 'name', 'language', 'initial_message', 'webhook', 'vector_database'],
  ...['interrupt_sensitivity', 'context_endpoint', 'noise_suppression', 'endpointing_sensitivity'],
  ...['ivr_navigation_mode', 'conversation_speed', 'initial_message_delay', 'llm_model_name_override'],
  ...['ask_if_human_present_on_idle', 'llm_account_connection', 'run_do_not_call_detection', 'llm_fallback'],
  ...['speech_keywords', 'idle_time_seconds', 'llm_temperature', 'mask_dtmf'],
  // The service's own fields, for versions.
  ...['drafts', 'version', 'published'],
];

/** The fields of an action in its compact form. */
export const COMPACT_ACTION = [...OWNER, 'config', 'type'];
/** The fields of an action in its full form. */
export const ACTION = [...COMPACT_ACTION, 'action_trigger'];
/** The fields of a voice of the kind that the specification shows. */
export const VOICE = [...OWNER, 'type', 'voice_name', 'pitch', 'rate'];
/** The fields of a webhook inside another record. */
export const EMBEDDED_WEBHOOK = [...OWNER, 'subscriptions', 'url', 'method'];
/** The fields of a webhook; its secret signs deliveries. Fields that the specification lacks come last. */
export const WEBHOOK = [
  ...[...EMBEDDED_WEBHOOK, 'secret'],
  ...['all_calls', 'enabled', 'disabled_at', 'disabled_reason', 'previous_secrets'],
];
/** The fields of a vector database. */
export const VECTOR_DATABASE = [...OWNER, 'type', 'index', 'api_key', 'api_environment'];
/** The fields of an account at a language-model vendor. */
export const LLM_CONNECTION = [...OWNER, 'type', 'credentials'];
/** The fields of an account at the telephony vendor. */
export const TELEPHONY_CONNECTION = [...LLM_CONNECTION, 'steering_pool', 'account_supports_any_caller_id'];
/** The fields of a number where it is got and cancelled, and in the older list. */
export const COMPACT_NUMBER = [...OWNER, 'inbound_agent', 'number', 'active'];
/** The fields of a number in full. */
export const NUMBER = [
  ...COMPACT_NUMBER,
  ...['label', 'outbound_only', 'example_context', 'telephony_provider', 'telephony_account_connection'],
  // The service's own.
  'agent_version',
];
/** The fields of a search for numbers, of a found number, and of its price. All are the service's own. */
export const NUMBER_SEARCH = ['items', 'monthly_price'];
export const AVAILABLE_NUMBER = ['phone_number', 'country', 'region', 'locality'];
export const MONTHLY_PRICE = ['amount', 'currency', 'source'];
/** The fields of the envelope of a paged list. */
export const PAGE = ['items', 'page', 'size', 'has_more', 'total', 'total_is_estimated'];

/** The fields that every call has. */
export const CALL = [...OWNER, 'to_number', 'from_number', 'agent', 'status', 'recording_available'];
/** Fields of a call that the specification or the fuller interface have, but not every call. */
const CALL_SOMETIMES = [
  ...[
    'error_message',
    'transcript',
    'human_detection_result',
    'do_not_call_result',
    'stage',
    'stage_outcome',
  ],
  ...['telephony_id', 'telephony_metadata', 'start_time', 'end_time', 'telephony_provider'],
  ...['agent_phone_number', 'telephony_account_connection', 'hipaa_compliant', 'on_no_human_answer'],
  ...['context', 'run_do_not_call_detection', 'telephony_params'],
  // The service's own fields: inbound calls are records too; a call has a creation time, may be scheduled, shows its
  // actions, and what its transcript omits.
  ...['direction', 'created_at', 'scheduled_at', 'actions_taken', 'messages_left_out', 'turns_left_out'],
  'collected_fields',
  // The latency of its answers, and its cost.
  ...['latency', 'cost', 'analysis', 'transfer_attempts'],
  'agent_version',
  'spoken_language',
];

/** Expects exactly these fields. */
export function expectFields(record: object, fields: readonly string[]): void {
  expect(Object.keys(record).sort()).toEqual([...fields].sort());
}

/** Expects the fields of every call, and no unknown field. */
export function expectCallFields(call: object): void {
  expect(Object.keys(call)).toEqual(expect.arrayContaining(CALL));
  const unknown = Object.keys(call).filter((key) => ![...CALL, ...CALL_SOMETIMES].includes(key));
  expect(unknown).toEqual([]);
}

/** Requests a path with and without a trailing slash. Both must return 200; returns the answers. */
export async function bothPaths(
  path: `/${string}`,
  ask: (path: string) => Promise<Answer>,
): Promise<[Answer['body'], Answer['body']]> {
  const [bare, slashed] = [await ask(path), await ask(`${path}/`)];
  expect([bare.status, slashed.status], JSON.stringify([bare.body, slashed.body])).toEqual([200, 200]);
  return [bare.body, slashed.body];
}

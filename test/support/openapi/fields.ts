// The fields of each record, by the names of the interface's specification, including optional fields that a test sets.

const OWNER = ['id', 'user_id'];

/** The fields of an agent in its compact form. */
const COMPACT_AGENT = [...OWNER, 'prompt', 'actions', 'voice', 'initial_message', 'webhook'];

/** The fields of an agent in its expanded form and in its reference form. */
const FULL_AGENT = [
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
const COMPACT_ACTION = [...OWNER, 'config', 'type'];
/** The fields of an action in its full form. */
const ACTION = [...COMPACT_ACTION, 'action_trigger'];
/** The fields of a voice of the kind that the specification shows. */
const VOICE = [...OWNER, 'type', 'voice_name', 'pitch', 'rate'];
/** The fields of a webhook inside another record. */
const EMBEDDED_WEBHOOK = [...OWNER, 'subscriptions', 'url', 'method'];
/** The fields of a webhook; its secret signs deliveries. Fields that the specification lacks come last. */
const WEBHOOK = [
  ...[...EMBEDDED_WEBHOOK, 'secret'],
  ...['all_calls', 'enabled', 'disabled_at', 'disabled_reason', 'previous_secrets'],
];
/** The fields of a vector database. */
const VECTOR_DATABASE = [...OWNER, 'type', 'index', 'api_key', 'api_environment'];
/** The fields of an account at a language-model vendor. */
const LLM_CONNECTION = [...OWNER, 'type', 'credentials'];
/** The fields of an account at the telephony vendor. */
const TELEPHONY_CONNECTION = [...LLM_CONNECTION, 'steering_pool', 'account_supports_any_caller_id'];
/** The fields of a number where it is got and cancelled, and in the older list. */
const COMPACT_NUMBER = [...OWNER, 'inbound_agent', 'number', 'active'];
/** The fields of a number in full. */
const NUMBER = [
  ...COMPACT_NUMBER,
  ...['label', 'outbound_only', 'example_context', 'telephony_provider', 'telephony_account_connection'],
  // The service's own.
  'agent_version',
];
/** The fields of a search for numbers, of a found number, and of its price. All are the service's own. */
const NUMBER_SEARCH = ['items', 'monthly_price'];
const AVAILABLE_NUMBER = ['phone_number', 'country', 'region', 'locality'];
const MONTHLY_PRICE = ['amount', 'currency', 'source'];
/** The fields of an entry of the do-not-call list. */
const DO_NOT_CALL_ENTRY = [
  ...OWNER,
  ...['phone_number', 'listed_at', 'reason', 'source', 'call_id', 'removed_at', 'removal_reason'],
];
/** The fields of the envelope of a paged list. */
const PAGE = ['items', 'page', 'size', 'has_more', 'total', 'total_is_estimated'];

/** The fields that every call has. */
const CALL = [...OWNER, 'to_number', 'from_number', 'agent', 'status', 'recording_available'];
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

// biome-ignore lint/suspicious/noExplicitAny: the table looks into bodies of every shape.
type Body = any;

const whole = (body: Body) => body;
const items = (body: Body) => body?.items ?? body;

/** The operations that answer with a record, where it is in their answers, its fields, and those that it may lack. */
export const FIELDS: readonly (readonly [
  operations: readonly string[],
  select: (body: Body) => object | readonly object[] | undefined,
  fields: readonly string[],
  optional?: readonly string[],
])[] = [
  [['createAgent'], whole, FULL_AGENT],
  // The plain requests make agents with few settings.
  [['updateAgent', 'publishAgent', 'listAgents'], items, OWNER, FULL_AGENT],
  [['createAgent'], ({ prompt }) => prompt, [...OWNER, 'content']],
  [['createAgent'], ({ voice }) => voice, VOICE],
  [['createAgent'], ({ webhook }) => webhook, WEBHOOK],
  [['createAgent'], ({ vector_database }) => vector_database, VECTOR_DATABASE],
  [['createAgent'], ({ llm_account_connection }) => llm_account_connection, LLM_CONNECTION],
  [['createAgent'], ({ actions }) => actions, ACTION],
  [['getAgent'], whole, OWNER, COMPACT_AGENT],
  [['getAgent'], ({ actions }) => actions, COMPACT_ACTION],
  [['getAction', 'createAction', 'updateAction', 'listActions'], items, ACTION],
  [['createVoice', 'getVoice', 'updateVoice'], whole, VOICE],
  [['createWebhook', 'getWebhook', 'updateWebhook', 'listWebhooks'], items, WEBHOOK],
  [
    ['createVectorDatabase', 'getVectorDatabase', 'updateVectorDatabase', 'listVectorDatabases'],
    items,
    VECTOR_DATABASE,
  ],
  [['createAccountConnection', 'getAccountConnection', 'updateAccountConnection'], whole, LLM_CONNECTION],
  [['addToSteeringPool', 'removeFromSteeringPool'], whole, TELEPHONY_CONNECTION],
  [['getNumber', 'cancelNumber'], whole, COMPACT_NUMBER],
  [['buyNumber', 'linkNumber', 'updateNumber', 'listNumbers'], items, NUMBER],
  [['searchNumbers'], whole, NUMBER_SEARCH],
  [['searchNumbers'], items, AVAILABLE_NUMBER],
  [['searchNumbers'], ({ monthly_price }) => monthly_price, MONTHLY_PRICE],
  [['listAgents', 'listVoices', 'listPrompts', 'listActions', 'listNumbers'], whole, PAGE],
  [['createCall', 'getCall', 'endCall', 'listCalls'], whole, CALL, CALL_SOMETIMES],
  [['getCall', 'endCall'], ({ agent }) => agent, OWNER, COMPACT_AGENT],
  [['listDoNotCallNumbers'], whole, DO_NOT_CALL_ENTRY],
];

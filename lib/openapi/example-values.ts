import type { FieldNotes } from './descriptions/field-notes.ts';

const USER = '0199a5d0-3c00-7a10-8b20-5f6e7d8c9b00';
const AGENT = '0199a5d0-3c01-7a10-8b20-5f6e7d8c9b01';
const PROMPT = '0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02';
const VOICE = '0199a5d0-3c03-7a10-8b20-5f6e7d8c9b03';
const ACTION = '0199a5d0-3c04-7a10-8b20-5f6e7d8c9b04';
const WEBHOOK = '0199a5d0-3c05-7a10-8b20-5f6e7d8c9b05';
const DATABASE = '0199a5d0-3c06-7a10-8b20-5f6e7d8c9b06';
const CONNECTION = '0199a5d0-3c07-7a10-8b20-5f6e7d8c9b07';
const CALL = '0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08';
const EVENT = '0199a5d0-3c09-5a10-8b20-5f6e7d8c9b09';

const DELIVERY = '0199a5d0-3c0a-7a10-8b20-5f6e7d8c9b0a';
const REQUEST = '0199a5d0-3c0b-7a10-8b20-5f6e7d8c9b0b';

/** Examples of filters of deliveries. */
const queryExamples = (query: string) => ({
  [`${query}.webhook`]: WEBHOOK,
  [`${query}.call`]: CALL,
  [`${query}.type`]: 'event_transcript',
  [`${query}.status`]: 'failed',
  [`${query}.from`]: '2026-01-01T00:00:00Z',
  [`${query}.until`]: '2026-02-01T00:00:00Z',
  [`${query}.cursor`]: 'eyJhZnRlciI6IjAxOTlhNWQwLTNjMDgtN2ExMC04YjIwLTVmNmU3ZDhjOWIwOCJ9',
});

const TRANSCRIPT = 'AGENT: Good morning, how can I help you?\nHUMAN: I would like an appointment.';
const PROMPT_TEXT = `You answer for a dental practice. Offer \${name} an appointment.`;

/** Example values of the document. Fields without one take their default, first enum value or the like. */
export const exampleValues: FieldNotes<unknown> = {
  Id: USER,
  PhoneNumber: '+15551230001',
  OutboundUrl: 'https://example.com/hook',
  StringMap: { name: 'Ada' },
  'Record.user_id': USER,

  'Agent.id': AGENT,
  'Agent.prompt': PROMPT,
  'OlderAgentInput.prompt': PROMPT_TEXT,
  'CompactAgent.prompt': PROMPT_TEXT,
  'Agent.voice': VOICE,
  'Agent.webhook': WEBHOOK,
  'Agent.actions': [ACTION],
  'Agent.vector_database': DATABASE,
  'Agent.llm_account_connection': CONNECTION,
  'Agent.name': 'Front desk',
  'Agent.initial_message': 'Good morning, how can I help you?',
  'Agent.llm_fallback': { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' },
  'Agent.speech_keywords': { implant: 2 },
  'Agent.conversation_speed': 1,
  'Agent.idle_time_seconds': 15,

  'Prompt.id': PROMPT,
  'Prompt.content': PROMPT_TEXT,
  'Prompt.context_endpoint': 'https://example.com/context',
  'Prompt.collect_fields': [
    { field_type: 'field_type_email', label: 'E-mail', name: 'email', description: 'For the confirmation.' },
  ],
  'Prompt.prompt_template': { required_context_keys: ['name'], label: 'Appointments' },

  'Voice.id': VOICE,
  'Voice.voice_name': 'Joanna-Neural',
  'Voice.rate': 15,
  'Voice.speaker': 'speaker-1',
  'Voice.voice_id': 'voice-1',
  'Voice.stability': 0.5,
  'Voice.speed': 1,

  'Action.id': ACTION,
  'Action.config.phone_number': '+15551230009',
  'Action.config.name': 'find_appointment',
  'Action.config.description': 'Finds a free appointment on a day.',
  'Action.config.url': 'https://example.com/appointments',
  'Action.config.input_schema': { type: 'object', properties: { day: { type: 'string' } } },
  'Action.config.signature_secret': 'c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgbG9uZyE=',
  'CompactAction.config': { phone_number: '+15551230009' },
  'ActionTrigger.config.phrase_triggers.phrase': 'one moment please',

  'Webhook.id': WEBHOOK,
  'Webhook.subscriptions': ['event_phone_call_ended', 'event_transcript'],
  'Webhook.url': 'https://example.com/hook',
  'Webhook.method': 'POST',
  'Webhook.secret': 'whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgbG9uZyE=',

  'Webhook.enabled': true,
  'Webhook.disabled_at': null,
  'Webhook.disabled_reason': null,
  'Webhook.previous_secrets': [
    {
      secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXQ=',
      valid_until: '2026-01-02T12:00:00.000Z',
    },
  ],

  'Delivery.id': DELIVERY,
  'Delivery.webhook_id': WEBHOOK,
  'Delivery.event_id': EVENT,
  'Delivery.type': 'event_phone_call_did_not_connect',
  'Delivery.call_id': CALL,
  'Delivery.timestamp': '2026-01-01T12:01:05.000Z',
  'Delivery.sequence': 1_000_000,
  'Delivery.test': false,
  'Delivery.status': 'pending',
  'Delivery.failure_reason': null,
  'Delivery.created_at': '2026-01-01T12:01:05.300Z',
  'Delivery.attempt_count': 1,
  'Delivery.last_attempt_at': '2026-01-01T12:01:05.500Z',
  'Delivery.next_attempt_at': '2026-01-01T12:01:10.600Z',
  'Delivery.payload': { telephony_status: 'busy' },
  'DeliveryAttempt.at': '2026-01-01T12:01:05.500Z',
  'DeliveryAttempt.duration_ms': 120,
  'DeliveryAttempt.status': 503,
  'DeliveryAttempt.error': null,
  'DeliveryAttempt.response': 'Service Unavailable',
  'ReplayWebhookBody.from': '2026-01-01T00:00:00Z',
  'ReplayWebhookBody.until': '2026-01-02T00:00:00Z',
  'ReplayWebhookBody.status': 'failed',
  'ReplayWebhookResponse.id': REQUEST,
  'ReplayWebhookResponse.webhook_id': WEBHOOK,
  'ReplayWebhookResponse.from': '2026-01-01T00:00:00.000Z',
  'ReplayWebhookResponse.until': '2026-01-02T00:00:00.000Z',
  'ReplayWebhookResponse.status': 'failed',
  ...queryExamples('ListDeliveriesQuery'),
  ...queryExamples('GetDeliveryQuery'),
  'GetDeliveryQuery.id': DELIVERY,

  'VectorDatabase.id': DATABASE,
  'VectorDatabase.index': 'questions',
  'VectorDatabase.api_key': 'your-key',
  'VectorDatabase.api_environment': 'eu-west',

  'Connection.id': CONNECTION,
  'Connection.credentials.llm_api_key': 'your-key',
  'Connection.credentials.telephony_account_sid': 'AC00000000000000000000000000000000',
  'Connection.credentials.telephony_auth_token': 'your-token',
  'Connection.steering_pool': ['+15551230001'],

  'Number.inbound_agent': AGENT,
  'Number.telephony_account_connection': CONNECTION,
  'Number.label': 'Front desk',
  'Number.active': true,
  'Number.example_context': { name: 'Ada' },
  'NumberPurchaseInput.area_code': '415',

  'Call.id': CALL,
  'Call.to_number': '+15551230002',
  'Call.from_number': '+15551230001',
  'CallInput.agent': AGENT,
  'ListedCall.agent': AGENT,
  'ListedCall.telephony_account_connection': CONNECTION,
  'Call.status': 'ended',
  'Call.transcript': TRANSCRIPT,
  'Call.stage': 'picked_up',
  'Call.stage_outcome': 'human_disconnected',
  'Call.telephony_id': 'vendor-call-1',
  'Call.telephony_metadata': {
    type: 'telephony_metadata_vendor_a',
    call_sid: 'vendor-call-1',
    call_status: 'completed',
  },
  'Call.human_detection_result': 'human',
  'Call.telephony_params': { CallReason: 'Your appointment' },
  'TelephonyParams.CallReason': 'Your appointment',
  'Call.context': { name: 'Ada' },
  'Call.created_at': '2026-01-01T12:00:00.000Z',
  'Call.start_time': '2026-01-01T12:00:05.000Z',
  'Call.end_time': '2026-01-01T12:01:05.000Z',

  'Usage.plan_type': 'plan_unlimited',
  'Usage.monthly_usage_minutes': 12.5,
  'Usage.monthly_usage_limit_minutes': null,
  'Usage.quotas.name': 'model_tokens',
  'Usage.quotas.limit': 5_000_000,
  'Usage.quotas.used': 81_200,
  'Usage.quotas.period': 'day',
  'Usage.quotas.resets_at': '2026-01-02T00:00:00.000Z',

  'Action.action_id': ACTION,
  'ActionRun.type': 'action_external',
  'ActionRun.input': { day: 'Tuesday' },
  'ActionRun.output': { result: { free: ['09:00'] } },
  'ActionTaken.type': 'action_external',
  'ActionTaken.input': { day: 'Tuesday' },
  'ActionTaken.output': { result: { free: ['09:00'] } },
  'ActionTaken.timestamp': '2026-01-01T12:00:09.000Z',
  'ActionTaken.after_messages': 2,

  'Message.sender': 'agent',
  'Message.text': 'Good morning, how can I help you?',
  'Message.timestamp': '2026-01-01T12:00:06.000Z',
  'Event.id': EVENT,
  'Event.call_id': CALL,
  'Event.timestamp': '2026-01-01T12:01:05.000Z',
  'Event.sequence': 3,
  'Event.payload.to_number': '+15551230002',
  'Event.payload.from_number': '+15551230001',
  'Event.payload.text': 'I would like an appointment.',
  'Event.payload.sender': 'human',
  'Event.payload.timestamp': '2026-01-01T12:00:09.000Z',
  'Event.payload.duration_seconds': 60,
  'Event.payload.stage_outcome': 'human_disconnected',
  'Event.payload.telephony_status': 'busy',
  'Event.payload.result': 'human',
  'Event.payload.transcript': TRANSCRIPT,
  'Event.payload.recording_url': `https://api.example.com/v1/calls/recording?id=${CALL}`,

  'Page.page': 1,
  'Page.size': 10,
  'Page.has_more': false,
  'Page.total': 1,
  'Page.total_is_estimated': false,
  'Query.page': 1,
  'Query.cursor':
    'eyJhZnRlciI6IjAxOTlhNWQwLTNjMDItN2ExMC04YjIwLTVmNmU3ZDhjOWIwMiIsInBhZ2UiOjIsImRlc2NlbmRpbmciOmZhbHNlfQ',
  'Query.size': 10,
  'Query.id': USER,
  'ListCallsQuery.status': 'ended',
  'ListCallsQuery.agent': AGENT,
  'ListCallsQuery.from_number': '+15551230001',
  'ListCallsQuery.to_number': '+15551230002',
  'ListCallsQuery.created_after': '2026-01-01T00:00:00Z',
  'ListCallsQuery.created_before': '2026-02-01T00:00:00Z',
  'ListCallsQuery.size': 10,
  'ListCallsQuery.cursor': 'eyJhZnRlciI6IjAxOTlhNWQwLTNjMDgtN2ExMC04YjIwLTVmNmU3ZDhjOWIwOCJ9',
  'Query.phone_number': '+15551230001',
};

/** Descriptions of calls and their events. */
export const callDescriptions = {
  Call: 'A telephone call with a snapshot of its agent.',
  ListedCall: 'A telephone call in a list: its agent and its telephony account by id.',
  CallInput: 'A new call.',
  CallBatchInput: 'New calls with the same agent.',
  CallRecipient: 'A recipient of a batch.',
  'CallBatchInput.agent':
    'The agent of the calls: by id, or as an object. An object with an `id` names an existing agent; one without is a new agent, created with the first call.',
  'CallBatchInput.from_number': 'The telephone number that the calls come from, with its country code.',
  'CallBatchInput.context': `Values for \${name} in the prompt and the initial message of every call; null for none.`,
  'CallBatchInput.scheduled_at':
    'When to dial recipients without a time of their own: as in the creation of one call.',
  'CallBatchInput.recipients':
    'The recipients. A faulty one is reported in its result and does not prevent calls to the others. All calls, each with the agent, may have at most 20 MB together.',
  'CallRecipient.to_number': 'The telephone number to call, with its country code.',
  'CallRecipient.context':
    'Values for this recipient, which are added to those of the batch or replace them; null for none.',
  'CallRecipient.scheduled_at':
    'When to dial this recipient: as in the creation of one call; null for at once, whatever the batch says.',
  'CallInput.override_do_not_call':
    'Whether to call a number that is on your do-not-call list; otherwise it is refused (409, type `do_not_call`).',
  'CallBatchInput.override_do_not_call':
    'Whether to call numbers that are on your do-not-call list; otherwise they are refused.',
  CallBatch: 'The results of a batch.',
  'CallBatch.results':
    'The result of each recipient, in their order. To complete a batch that broke off, send it again with the same `Idempotency-Key`: no call is made twice.',
  CallBatchResult: 'The result of one recipient: the created call, or the fault.',
  'CallBatchResult.to_number':
    'The telephone number in E.164; as it was sent if it is faulty, and null if it was no text.',
  'CallBatchResult.id': 'Identifier of the call: a UUID.',
  'CallBatchResult.error':
    'Why there is no call; `too_many_calls` if you had the maximum of open calls, `do_not_call` for a number on your do-not-call list.',
  'CallBatchResult.error.loc': 'Where the fault is in the request, as in the body of an error.',
  'CallBatchResult.error.msg': 'What is wrong, in words for a person; it may change.',
  'CallBatchResult.error.type': 'What is wrong, as a stable name for programs.',
  CallStatus:
    'The status of a call: it moves from not_started to in_progress when it is answered, and from either to ended or error, which are final.',
  'Call.to_number': 'The telephone number to call, in E.164.',
  'Call.from_number':
    'The telephone number that the call comes from, in E.164; anonymous if an inbound caller withholds it.',
  'CallInput.to_number': 'The telephone number to call, with its country code.',
  'CallInput.from_number': 'The telephone number that the call comes from, with its country code.',
  'Call.agent': 'The snapshot of the agent.',
  'CallInput.agent':
    'The agent of the call: by id, or as an object. An object with an `id` names an existing agent; one without is a new agent, created with the call.',
  'ListedCall.agent': 'The agent of the call, by id.',
  'Call.status': 'The status of the call.',
  'Call.error_message': 'Why the call failed, in words for a person; absent if it did not.',
  'Call.recording_available':
    'Whether the recording can be played (`GET /v1/calls/recording`). It is ready some moments after the end of the call. The operator decides whether calls are recorded and for how many days a recording is kept; older ones are deleted.',
  'Call.transcript':
    'The transcript as it was heard: a line for each turn, led by AGENT or HUMAN; absent until the call is over.',
  'Call.messages_left_out':
    'The number of messages that the transcript omits: it has the first 100,000 bytes of JSON; absent if it is complete.',
  'Call.direction': 'Who placed the call: the service (outbound) or the caller (inbound).',
  'Call.stage': 'The stage of the call.',
  'Call.stage_outcome': 'The outcome of the last stage; absent until it has ended.',
  'Call.telephony_provider': 'The vendor that the call goes through.',
  'Call.telephony_account_connection':
    'Your own account at the vendor through which the call goes, its auth token shown as [redacted]; null for the platform’s account, and once the connection was deleted.',
  'ListedCall.telephony_account_connection':
    'Your own account at the vendor through which the call goes: a connection, by id; null for the platform’s account.',
  'Call.telephony_id': 'The telephony vendor’s identifier of the call; absent until it was dialled.',
  'Call.telephony_metadata': 'The telephony vendor’s data of the call; absent until it reports some.',
  'Call.telephony_metadata.type': 'The kind of data: it names the vendor.',
  'Call.telephony_metadata.call_sid': 'The vendor’s identifier of the call.',
  'Call.telephony_metadata.call_status': 'The vendor’s status of the call.',
  'Call.telephony_metadata.transfer_call_sid':
    'The vendor’s identifier of the call to the number of the latest transfer or conference; absent if there was none.',
  'Call.telephony_metadata.transfer_call_status':
    'The vendor’s status of that call; absent until it reports one.',
  'Call.telephony_metadata.conference_sid':
    'The vendor’s identifier of the conference that the call has become; absent if it is none.',
  'Call.agent_phone_number':
    'The telephone number on the agent’s side: from_number of an outbound call, to_number of an inbound one.',
  'Call.human_detection_result':
    'The result of answering-machine detection; absent until it is known, if it is inconclusive, and if detection was not requested.',
  'Call.do_not_call_result':
    'Whether the callee asked to be put on your do-not-call list; absent until they do or the call is over, and if the agent does not listen for it.',
  'Call.on_no_human_answer':
    'What happens if no human answers an outbound call: continue lets the agent talk, hangup ends the call (stage_outcome human_unanswered).',
  'Call.hipaa_compliant':
    'Whether nothing that is said is kept: there is no recording, no transcript, message or action is stored or delivered, the conversation is deleted when the call is over, and the prompt is shown as [redacted].',
  'Call.run_do_not_call_detection':
    'Whether the agent reacts to a request to be put on the do-not-call list; if absent or null, the agent’s own setting applies.',
  'Call.telephony_params':
    'Parameters of the telephony vendor for the call, by the vendor’s names, each as text; null for none. They override the service’s own.',
  HumanDetectionResult: 'The result of answering-machine detection: human, or anything else (no_human).',
  TelephonyParams:
    'Parameters of the telephony vendor for a call, by the vendor’s names. The vendor gets those that are listed here. Those by which the service follows and answers the call are refused by name (422, `reserved_parameter`), such as `Url` and `StatusCallback`. Any other is kept without effect, and told in `warnings`.',
  'TelephonyParams.Byoc': 'Identifier of your own trunk for the call.',
  'TelephonyParams.CallReason': 'Why you call, which some carriers show the callee.',
  'TelephonyParams.MachineDetectionSilenceTimeout':
    'Milliseconds of silence at the beginning after which the result is unknown: 2000 to 10000.',
  'TelephonyParams.MachineDetectionSpeechEndThreshold':
    'Milliseconds of silence after which speech counts as over: 500 to 5000.',
  'TelephonyParams.MachineDetectionSpeechThreshold':
    'Milliseconds of speech above which the speaker counts as a machine: 1000 to 6000.',
  'TelephonyParams.MachineDetectionTimeout': 'Seconds that detection may take: 3 to 59.',
  'TelephonyParams.RecordingTrack': 'Which party is recorded, if the call is.',
  'TelephonyParams.SendDigits':
    'Keys to press as soon as the call is answered, w for a pause of half a second and W for one of a second. They cannot be combined with answering-machine detection.',
  'TelephonyParams.Timeout': 'Longest ringing in seconds, instead of the service’s default: 5 to 600.',
  'TelephonyParams.Trim': 'Whether silence is cut from the recording, where there is one.',
  'Call.context': `Values for \${name} in the prompt and the initial message; null for none. When the call is answered, the values of the prompt’s context endpoint are added; values given with the call win. The filled prompt may have at most 100 KB, and the initial message 4 KB.`,
  'Call.scheduled_at':
    'When the call is to be dialled: ISO 8601, in UTC; absent if it was dialled at once. Until then it is not_started, can be ended (and is then never dialled), and does not count among your open calls.',
  'CallInput.scheduled_at':
    'When to dial: an ISO 8601 date and time with an offset, at most a year ahead. The call is dialled then or within a minute after it. A time in the past, or none, means at once.',
  'Call.created_at': 'When the call was created: ISO 8601, in UTC.',
  'Call.start_time': 'When the call was answered: ISO 8601, in UTC; absent until it is.',
  'Call.end_time': 'When the call ended: ISO 8601, in UTC; absent until then.',
  CallerNumber: 'The telephone number of a caller, in E.164; anonymous if it is withheld.',
  Direction: 'Who placed a call: the service (outbound) or the caller (inbound).',

  'ListCallsQuery.status': 'Only calls with this status.',
  'ListCallsQuery.agent': 'Only calls of this agent, by id: a UUID.',
  'ListCallsQuery.from_number':
    'Only calls from this telephone number, with its country code; the plus sign need not be escaped.',
  'ListCallsQuery.to_number':
    'Only calls to this telephone number, with its country code; the plus sign need not be escaped.',
  'ListCallsQuery.direction': 'Only calls of this direction.',
  'ListCallsQuery.created_after':
    'Only calls created then or later: an ISO 8601 date and time with an offset.',
  'ListCallsQuery.created_before': 'Only calls created earlier: an ISO 8601 date and time with an offset.',
  'ListCallsQuery.page':
    'The page to return, from 1. With filters, the calls of the pages before it are counted first, up to the 12,000 calls that one request looks through; a page beyond these gets 422 `page_out_of_reach`.',
  'ListCallsQuery.size':
    'The maximum number of calls to return; by default 10 with a page number and since version 2026-11, otherwise as many as fit into one answer of 5 MB.',
  'ListCallsQuery.sort_desc':
    'Whether the newest calls come first, as they do by default; otherwise the oldest do.',
  'ListCallsQuery.cursor':
    'Where to go on: the cursor from the header `Link` of another answer. What is created or deleted meanwhile makes no call come twice or be left out. An answer ends where it is full or where enough was looked through; with filters it may then have few calls or none, though others follow: while there is a `rel="next"`, there is more to look at. Calls that were created or changed a moment ago may not be found by filters yet.',

  Usage: 'Your quotas and their use, and your minutes in this calendar month (UTC).',
  'Usage.user_id': 'The user: a UUID.',
  'Usage.plan_type': 'The plan: plan_unlimited wherever the service runs in an account of your own.',
  'Usage.monthly_usage_minutes':
    'Minutes of calls that began in this month, each in whole seconds from its answer to its end, or to now if it is in progress; to two decimals. A call in progress that is not among your 1,000 newest calls counts when it ends. A deleted call still counts.',
  'Usage.quotas': 'Each quota with its limit and use.',
  'Usage.quotas.name':
    'The name of the quota, as in errors: numbers (on the operator’s telephony account), own_numbers (on yours), agents, prompts, prompt_templates, voices, actions, webhooks, vector_databases, account_connections, do_not_call_numbers (on your do-not-call list), scheduled_calls (that wait for their time), stored_bytes (of calls and recordings), model_tokens (on the operator’s account), call_minutes (on the operator’s telephony account), number_purchases (in a day, on that account, whether you still have the numbers or not) or do_not_call_changes (numbers added to the do-not-call list or removed in a day). More may be added.',
  'Usage.quotas.limit': 'The limit; null for none.',
  'Usage.quotas.used': 'The current use, or the use in the period.',
  'Usage.quotas.period':
    'The period of the limit: day is a calendar day (UTC). Absent if the limit applies at any time.',
  'Usage.quotas.resets_at': 'When the period ends and the use starts again at 0.',
  'Usage.monthly_usage_limit_minutes': 'The limit of minutes in a month; null for none.',

  Message: 'A message of a call, as it was heard.',
  'Message.sender': 'The speaker: the agent, or the human.',
  'Message.text': 'The words.',
  'Message.timestamp': 'When it was said: ISO 8601, in UTC.',

  'Call.collected_fields':
    'The collected values of the prompt’s `collect_fields`, by field name; null for a value that was not said, or that does not fit the kind of its field. Absent until some moments after the end of the call, and if there was nothing to collect.',
  'Call.actions_taken':
    'The agent’s actions, in order; absent until the call is over, and if there were none.',
  ActionRun: 'An action that the agent took, with its input and output.',
  ActionTaken: 'An action that the agent took, at its place among the messages.',
  'Action.action_id':
    'The agent’s action: a UUID; null for keys that an agent without action_dtmf pressed in a menu.',
  'ActionRun.type': 'The kind of action.',
  'ActionRun.input': 'The input from the language model; empty if a phrase triggered the action.',
  'ActionRun.output':
    'The output: `result` and optionally `agent_message`, or an `error`, of an external action; the keys `pressed` of action_dtmf; empty otherwise. An inexact number is given as text.',
  'ActionTaken.type': 'The kind of action.',
  'ActionTaken.input': 'As in event_action; if it is long, the beginning of its JSON in `shortened`.',
  'ActionTaken.output': 'As in event_action; if it is long, the beginning of its JSON in `shortened`.',
  'ActionTaken.timestamp': 'When it was taken: ISO 8601, in UTC.',
  'ActionTaken.after_messages': 'The number of messages before it.',
  ActionType: 'The kind of action.',

  EventKind: 'A kind of event that a webhook can subscribe to.',
  EventPhoneCallConnected: 'The call was answered.',
  EventMessage: 'A message of the call.',
  EventAction: 'The agent took an action in the call.',
  EventPhoneCallEnded: 'An answered call is over.',
  EventPhoneCallDidNotConnect: 'A call is over without having been answered.',
  EventHumanDetection: 'The result of answering-machine detection.',
  EventRecording: 'The recording of a call can be played: once, some moments after the call.',
  EventTranscript: 'The transcript of a call: once, when it is over.',
  'Event.id':
    'Identifier of the event, the same in each attempt to deliver it, also in the header webhook-id: a UUID.',
  'Event.type': 'The kind of event.',
  'Event.call_id': 'Which call: a UUID.',
  'Event.timestamp': 'When it happened: ISO 8601, in UTC.',
  'Event.sequence':
    'The event’s sequence number in its call: it increases, with gaps. Deliveries may arrive out of order.',
  'Event.payload': 'What happened.',
  'Event.payload.to_number': 'The telephone number that was called, in E.164.',
  'Event.payload.from_number':
    'The telephone number that the call came from, in E.164; anonymous if an inbound caller withholds it.',
  'Event.payload.sender': 'The speaker: the agent, or the human.',
  'Event.payload.text': 'The words.',
  'Event.payload.timestamp': 'When it was said: ISO 8601, in UTC.',
  'Event.payload.duration_seconds': 'Whole seconds from the answer to the end.',
  'Event.payload.stage_outcome': 'The outcome of the last stage; absent if it is unknown.',
  'Event.payload.error_message': 'Why the call failed, in words for a person; absent if it did not.',
  'Event.payload.telephony_status': 'The telephony vendor’s status of the call, such as busy or no-answer.',
  'Event.payload.result': 'The result of answering-machine detection: human, or anything else (no_human).',
  'Event.payload.recording_url':
    'The URL of the recording: `GET /v1/calls/recording` of this API, with your access token.',
  'Event.payload.transcript': 'The transcript: a line for each turn, led by AGENT or HUMAN.',
  'Event.payload.messages': 'The messages.',
};

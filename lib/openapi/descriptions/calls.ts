/** Descriptions of calls and their events. */
export const callDescriptions = {
  Call: 'A telephone call with a snapshot of its agent.',
  ListedCallInSeconds: 'A telephone call in a list, with its times in seconds.',
  ListedCall: 'A telephone call in a list: its agent and its telephony account by id.',
  CallInput: 'A new call.',
  CallBatchInput: 'New calls with the same agent.',
  CallRecipient: 'A recipient of a batch.',
  'CallBatchInput.agent':
    'The agent of the calls: its id, or an object. An object with an `id` names an existing agent. An object without one is a new agent, created with the first call.',
  'CallBatchInput.from_number': 'The telephone number that the calls come from, with its country code.',
  'CallBatchInput.context': `Values for \${name} in the prompt and the initial message of every call; null for none.`,
  'CallBatchInput.scheduled_at':
    'When to dial recipients that have no `scheduled_at` of their own, in the form of `CallInput`.',
  'CallBatchInput.recipients':
    'The recipients. A fault of one is reported in its result; the others are called. A repeated number refuses the batch: see `allow_repeated`. All calls of the batch, each with its copy of the agent, may take at most 20 MB.',
  'CallBatchInput.allow_repeated':
    'Whether to call a number once for each recipient that has it. If not, a batch in which recipients have the same number, in whatever way it is written, is refused (422 `repeated_number`).',
  'CallRecipient.to_number': 'The telephone number to call, with its country code.',
  'CallRecipient.context':
    'Values for this recipient. They are added to the values of the batch, and replace those with the same name; null for none.',
  'CallRecipient.scheduled_at':
    'When to dial this recipient, in the form of `CallInput`. null dials at once, even if the batch has a time.',
  'CallInput.override_do_not_call':
    'Whether to call a number that is on your do-not-call list. If not, the call is refused (409, `do_not_call`).',
  'CallBatchInput.override_do_not_call':
    'Whether to call numbers that are on your do-not-call list. If not, these calls are refused (`do_not_call`).',
  CallBatch: 'The results of a batch.',
  'CallBatch.results':
    'One result per recipient, in the order of the request. If a result has the fault `broken_off`, that recipient was not called; send it again.',
  CallBatchResult: 'The result of one recipient: the created call, or the fault.',
  'CallBatchResult.to_number':
    'The telephone number in E.164. An invalid number is shown as you sent it; null if you did not send a string.',
  'BatchResult.id': 'Identifier of the call: a UUID.',
  'CallBatchResult.error':
    'Why there is no call: for example `too_many_calls` at the maximum of open calls, or `do_not_call` for a number on your do-not-call list.',
  'BatchResult.error.loc': 'Where the fault is in the request, as in the body of an error.',
  'BatchResult.error.msg': 'What is wrong, as text for people. The text may change.',
  'BatchResult.error.type': 'What is wrong, as a name for programs. The name is stable.',
  CallStatus:
    'The status of a call. A call is not_started until it is answered, then in_progress. ended and error are final.',
  'Call.to_number': 'The telephone number to call, in E.164.',
  'Call.from_number':
    'The telephone number that the call comes from, in E.164; anonymous if an inbound caller withholds it.',
  'CallInput.goal': 'Taken from old clients. It has no effect: say it in the prompt, or in `context`.',
  'CallInput.to_number': 'The telephone number to call, with its country code.',
  'CallInput.from_number': 'The telephone number that the call comes from, with its country code.',
  'Call.agent': 'The snapshot of the agent.',
  'CallInput.agent':
    'The agent of the call: its id, or an object. An object with an `id` names an existing agent. An object without one is a new agent, created with the call.',
  'ListedCall.agent': 'The agent of the call, by id.',
  'ListedCall.summary':
    'The summary of the analysis, its first 300 characters; absent until the call has one.',
  'ListedCall.cost':
    'What the call cost, as an estimate. Absent until the call is over, and if it was not answered.',
  'ListedCall.cost.currency': 'The currency, by ISO 4217 code.',
  'ListedCall.cost.total': 'The sum of the parts that have a price: see `cost` of `GET /v1/calls`.',
  'Call.status': 'The status of the call.',
  'Call.error_message': 'Why the call failed, as text for people; absent if it did not fail.',
  'Call.recording_available':
    'Whether you can play the recording (`GET /v1/calls/recording`). It is ready a short time after the end of the call. The operator decides whether calls are recorded, and after how many days recordings are deleted.',
  'Call.transcript':
    'The transcript: what was heard, one line per turn. Each line begins with AGENT or HUMAN. Absent until the call is over.',
  'Call.messages_left_out':
    'The number of messages that the transcript omits. The transcript keeps the first 100,000 bytes of its messages as JSON. Absent if it is complete.',
  'Call.turns_left_out':
    'The number of turns, at the end of a very long call, whose figures are not kept: their latency, tokens and knowledge. Neither `latency` nor `cost` contains them. Absent if none are missing.',
  'Call.direction': 'Who placed the call: the service (outbound) or the caller (inbound).',
  'Call.stage': 'The stage of the call.',
  'Call.stage_outcome': 'The outcome of the last stage; absent until it has ended.',
  'Call.telephony_provider': 'The vendor that the call goes through.',
  'Call.telephony_account_connection':
    'The connection to your own account at the vendor that the call goes through; null for the platform’s account. Its auth token is shown as [redacted]. Also null once the connection is deleted.',
  'ListedCall.telephony_account_connection':
    'The id of the connection to your own account at the vendor that the call goes through; null for the platform’s account.',
  'Call.telephony_id': 'The telephony vendor’s identifier of the call; absent until the call is dialed.',
  'Call.telephony_metadata': 'The telephony vendor’s data of the call; absent until the vendor reports some.',
  'Call.telephony_metadata.type': 'The kind of data, which names the vendor.',
  'Call.telephony_metadata.call_sid': 'The vendor’s identifier of the call.',
  'Call.telephony_metadata.call_status': 'The vendor’s status of the call.',
  'Call.telephony_metadata.transfer_call_sid':
    'The vendor’s identifier of the call to the number of the latest transfer or conference; absent if there was none.',
  'Call.telephony_metadata.transfer_call_status':
    'The vendor’s status of that call; absent until the vendor reports one.',
  'Call.telephony_metadata.conference_sid':
    'The vendor’s identifier of the conference that the call became; absent if it did not become one.',
  'Call.agent_phone_number':
    'The telephone number of the agent: from_number of an outbound call, to_number of an inbound call.',
  'Call.human_detection_result':
    'The result of answering-machine detection. Absent if detection was not requested, has no result yet, or is inconclusive.',
  'Call.spoken_language':
    'The language of the conversation after it changed, as ISO 639-1 code; absent if it did not change.',
  'Call.do_not_call_result':
    'Whether the callee asked to be put on your do-not-call list. Absent until they ask or the call is over. Also absent if run_do_not_call_detection is off.',
  'Call.on_no_human_answer':
    'What to do if no human answers an outbound call. continue lets the agent talk. hangup ends the call (stage_outcome human_unanswered). leave_message says the agent’s voicemail_message after the beep, then ends the call with the same outcome; it hangs up on a fax. If a call screener asks who is calling, the agent answers and leaves no message.',
  'Call.hipaa_compliant':
    'Whether to keep nothing that is said. The call is not recorded. No transcript, message or action is stored or delivered. The conversation is deleted when the call is over. The prompt is shown as [redacted].',
  'Call.run_do_not_call_detection':
    'Whether the agent acts on a request to be put on the do-not-call list. If absent or null, the agent’s setting applies.',
  'Call.telephony_params':
    'Parameters of the telephony vendor for the call, under the vendor’s names, each a string; null for none. They override the values that the service sets.',
  HumanDetectionResult: 'The result of answering-machine detection: human, or anything else (no_human).',
  TelephonyParams:
    'Parameters of the telephony vendor for a call, under the vendor’s names. The vendor gets the parameters listed here. The service sets some parameters itself, such as `Url` and `StatusCallback`; these are refused (422, `reserved_parameter`). Any other parameter is stored without effect and reported in `warnings`.',
  'TelephonyParams.Byoc': 'Identifier of your own trunk for the call.',
  'TelephonyParams.CallReason': 'Why you call. Some carriers show this to the callee.',
  'TelephonyParams.MachineDetectionSilenceTimeout':
    'Milliseconds of silence at the beginning after which the result is unknown: 2000 to 10000.',
  'TelephonyParams.MachineDetectionSpeechEndThreshold':
    'Milliseconds of silence after which speech counts as over: 500 to 5000.',
  'TelephonyParams.MachineDetectionSpeechThreshold':
    'Milliseconds of speech above which the speaker counts as a machine: 1000 to 6000.',
  'TelephonyParams.MachineDetectionTimeout': 'Longest time for the detection, in seconds: 3 to 59.',
  'TelephonyParams.RecordingTrack': 'Which party to record, if the call is recorded.',
  'TelephonyParams.SendDigits':
    'Keys to press as soon as the call is answered. w is a pause of half a second, W of one second. You cannot combine keys with answering-machine detection.',
  'TelephonyParams.Timeout': 'Longest ringing in seconds, instead of the service’s default: 5 to 600.',
  'TelephonyParams.Trim': 'Whether to cut silence from the recording, if there is one.',
  'Call.context': `Values for \${name} in the prompt and the initial message; null for none. When the call is answered, values from the context endpoint are added. A value given with the call takes precedence. Filled in, the prompt may have at most 100 KB, and the initial message 4 KB.`,
  'Call.scheduled_at':
    'When the call is to be dialed: ISO 8601, in UTC; absent if it was to be dialed at once. Until then the call is not_started and does not count as an open call. If you end it before then, it is never dialed.',
  'CallInput.scheduled_at':
    'When to dial: an ISO 8601 date and time with an offset, at most a year ahead. The call is dialed within a minute after this time. A time in the past means at once; so does null or no value.',
  'Call.created_at': 'When the call was created: ISO 8601, in UTC.',
  'Call.start_time': 'When the call was answered: ISO 8601, in UTC; absent until it is.',
  'ListedCallInSeconds.start_time': 'When the call was answered: seconds since 1970; absent until it is.',
  'ListedCallInSeconds.end_time': 'When the call ended: seconds since 1970; absent until then.',
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
    'The page to return, from 1. With filters, one request reads about 12,000 calls, including those of the pages before. A page beyond these gets 422 `page_out_of_reach`.',
  'ListCallsQuery.size':
    'The maximum number of calls to return. The default is 10 with a page number, and since version 2024-08-27. Otherwise an answer has up to 5 MB of calls.',
  'ListCallsQuery.sort_desc': 'Whether the newest calls come first (the default) or the oldest.',
  'ListCallsQuery.cursor':
    'Where to continue: the cursor from the header `Link` of another answer. Calls created or deleted meanwhile cause no repeats and no gaps. With filters, an answer may have few calls or none although more match. Continue while the answer has a link `rel="next"`. Filters may miss calls that were created or changed in the last seconds.',

  Usage: 'Your quotas and their use, and your minutes and their cost in this calendar month (UTC).',
  'Usage.user_id': 'The user: a UUID.',
  'Usage.plan_type':
    'The plan: always plan_unlimited, since the service runs in your own account. In version 2023-08, plan_enterprise.',
  'Usage.monthly_usage_minutes':
    'The same minutes as `monthly_usage_minutes_exact`, to the nearest whole minute.',
  'Usage.monthly_usage_minutes_exact':
    'Minutes of the calls that began in this month, to two decimals. A call counts in whole seconds from its answer to its end, or to now if it is in progress. A call in progress that is not among your 1,000 newest calls counts only when it ends. A deleted call still counts.',
  'Usage.quotas': 'Each quota with its limit and use.',
  'Usage.quotas.name':
    'The name of the quota, as in errors. numbers: held on the operator’s telephony account. own_numbers: held on your accounts. agents, prompts, prompt_templates, voices, actions, webhooks, vector_databases and account_connections: records of that kind. do_not_call_numbers: numbers on your do-not-call list. scheduled_calls: calls that wait for their time. stored_bytes: bytes of calls, recordings, rehearsals and tests. model_tokens: tokens on the operator’s language-model account. call_minutes: minutes on the operator’s telephony account. texts: text messages on that account in a day. number_purchases: numbers bought on that account in a day, including those that you cancelled. do_not_call_changes: numbers added to or removed from the do-not-call list in a day. More names may follow.',
  'Usage.quotas.limit': 'The limit; null for none.',
  'Usage.quotas.used': 'The current use, or the use in the period.',
  'Usage.quotas.period':
    'The period of the limit: day is a calendar day (UTC). Absent if the limit has no period.',
  'Usage.quotas.resets_at': 'When the period ends and the use restarts at 0.',
  'Usage.monthly_usage_limit_minutes':
    'The limit of minutes in a month; always null, for none. In version 2023-08, 2147483647.',
  'Usage.monthly_cost':
    'What the answered calls cost that began in this month and are over, whoever paid for them: the sum of their estimates (`cost` of a call) at their ends, by the prices of that time. Recordings and analyses come after the end and are not in it. A deleted call still counts.',
  'Usage.monthly_cost.currency': 'The currency, by ISO 4217 code.',
  'Usage.monthly_cost.is_estimate': 'Always true.',
  'Usage.monthly_cost.total': 'The sum of the parts that have a price.',
  'Usage.monthly_cost.incomplete_calls':
    'The number of these calls whose `cost` is incomplete, for example because a language model has no price.',

  Message: 'A message of a call, as it was heard.',
  'Message.sender': 'The speaker: the agent, or the human.',
  'Message.text': 'The words that were said.',
  'Message.timestamp': 'When it was said: ISO 8601, in UTC.',

  'Call.collected_fields':
    'The values collected for the prompt’s `collect_fields`, by field name. A value is null if nobody said it, or if it does not fit its `field_type`. Absent until a short time after the call, and if there was nothing to collect.',
  'Call.texts':
    'The text messages that the agent requested from the telephony vendor, in order; absent if there were none. Their words are in `actions_taken`.',
  TextMessage: 'A text message to the contact.',
  'TextMessage.requested_at': 'When it was requested: ISO 8601, in UTC.',
  'TextMessage.status':
    'How far it came. unknown: the vendor’s answer was lost, so it may have been sent. queued: the vendor accepted it. sent: a carrier accepted it. delivered: the carrier confirmed it. undelivered: a carrier did not deliver it. failed: it was not sent.',
  'TextMessage.error_code':
    'The vendor’s code of the failure, such as 21610: the contact has unsubscribed; absent if there was none.',
  'TextMessage.segments': 'The number of segments that the vendor bills; absent if it is unknown.',
  'Call.transfer_attempts':
    'The attempts to transfer the call or to add a participant, in their order; absent if there were none.',
  TransferAttempt: 'An attempt to connect a call with another telephone number.',
  'TransferAttempt.action_id': 'The agent’s action: a UUID.',
  'TransferAttempt.phone_number': 'The telephone number, in E.164.',
  'TransferAttempt.started_at': 'When it was dialed: ISO 8601, in UTC.',
  'TransferAttempt.connected_at':
    'When the number was connected, or took the call: ISO 8601, in UTC; absent if it did not.',
  'TransferAttempt.failed_at': 'When the attempt failed: ISO 8601, in UTC; absent if it did not fail.',
  'TransferAttempt.failure_reason': 'Why the attempt failed; absent if it did not fail.',
  TransferFailure:
    'Why a number did not take the call. busy: the line was busy. no_answer: nobody picked up, or nobody pressed a key. declined: a person picked up and did not take the call. machine: an answering machine picked up. invalid_number: the number cannot be called, belongs to the call itself, or is on your do-not-call list. caller_hung_up: the call ended before anybody took it. vendor_error: the telephony vendor failed.',
  'Call.actions_taken':
    'The agent’s actions, in order. Absent until the call is over, and if there were none.',
  ActionRun: 'An action that the agent took, with its input and output.',
  ActionTaken: 'An action that the agent took, at its place among the messages.',
  'Action.action_id':
    'The agent’s action: a UUID; null for keys that an agent without action_dtmf pressed in a menu.',
  'ActionRun.type': 'The kind of action.',
  'ActionRun.input': 'The input from the language model; empty if a phrase triggered the action.',
  'ActionRun.output':
    'The output. An external action has `result` and optionally `agent_message`, or `error`. action_dtmf has the keys that were `pressed`. action_send_text has `text_status` or `error`, and in `text` the place of the text among the call’s `texts`, from 1, and with a text of the configuration the `message` that was requested; `actions_taken` of the call shows its latest `text_status` and `error_code`. Other actions have an empty output at first. If the human’s words kept the agent from ending or transferring the call, or the call was over before, it has the reason in `not_carried_out`. If a transfer fails, `actions_taken` of the call shows its `failure_reason` and `numbers_tried`. A number that JSON cannot hold exactly is given as a string.',
  'ActionTaken.type': 'The kind of action.',
  'ActionTaken.input':
    'As in event_action. If it is too long, only the beginning of its JSON, in `shortened`.',
  'ActionTaken.output':
    'As in event_action. If it is too long, only the beginning of its JSON, in `shortened`.',
  'ActionTaken.timestamp': 'When it was taken: ISO 8601, in UTC.',
  'ActionTaken.after_messages': 'The number of messages before it.',
  ActionType: 'The kind of action.',

  EventKind: 'A kind of event that a webhook can subscribe to.',
  EventPhoneCallConnected: 'The call was answered.',
  EventMessage: 'A message of the call.',
  EventAction: 'The agent took an action in the call.',
  EventPhoneCallEnded: 'An answered call is over.',
  EventPhoneCallDidNotConnect: 'A call ended before anybody answered it.',
  EventHumanDetection: 'The result of answering-machine detection.',
  EventRecording: 'The recording of a call is ready. Sent once, a short time after the call.',
  EventTranscript: 'The transcript of a call. Sent once, when the call is over.',
  'Event.id':
    'Identifier of the event: a UUID. It is the same in each attempt to deliver the event, and in the header webhook-id.',
  'Event.type': 'The kind of event.',
  'Event.call_id': 'Which call: a UUID.',
  'Event.timestamp': 'When it happened: ISO 8601, in UTC.',
  'Event.sequence':
    'The event’s sequence number in its call. Numbers increase, with gaps. Deliveries may arrive out of order.',
  'Event.payload': 'The details of the event.',
  'Event.payload.to_number': 'The telephone number that was called, in E.164.',
  'Event.payload.from_number':
    'The telephone number that the call came from, in E.164; anonymous if an inbound caller withholds it.',
  'Event.payload.duration_seconds': 'Whole seconds from the answer to the end.',
  'Event.payload.stage_outcome': 'The outcome of the last stage; absent if it is unknown.',
  'Event.payload.error_message': 'Why the call failed, as text for people; absent if it did not fail.',
  'Event.payload.telephony_status': 'The telephony vendor’s status of the call, such as busy or no-answer.',
  'Event.payload.result': 'The result of answering-machine detection: human, or anything else (no_human).',
  'Event.payload.recording_url':
    'The URL of the recording: `GET /v1/calls/recording` of this API, with your access token.',
  'Event.payload.transcript': 'The transcript, one line per turn. Each line begins with AGENT or HUMAN.',
  'Event.payload.messages': 'The messages.',
};

/** Descriptions of components and their fields, by `Component` or `Component.field.inner_field`. */
export type FieldNotes<T> = Readonly<Record<string, T>>;

/**
 * The description of a field, or of the component itself if the path is empty. A component without one takes that of
 * the longest part of its name that has one (CompactAgent and NewerAgentInput take Agent's), or else that of any
 * Record.
 */
export function noteOn<T>(notes: FieldNotes<T>, component: string, path: readonly string[]): T | undefined {
  const key = noteKey(notes, component, path);
  return key === undefined ? undefined : notes[key];
}

export function noteKey(
  notes: FieldNotes<unknown>,
  component: string,
  path: readonly string[],
): string | undefined {
  return [...partsOf(component), 'Record']
    .map((part) => [part, ...path].join('.'))
    .find((candidate) => Object.hasOwn(notes, candidate));
}

/** Runs of words in a name, longest first. A page is described whatever is on it. */
function partsOf(name: string): string[] {
  const words = name.replace(/^PageOf.+/, 'Page').split(/(?=[A-Z])/);
  const lengths = words.map((_, index) => words.length - index);
  return lengths.flatMap((length) =>
    words.slice(0, words.length - length + 1).map((_, start) => words.slice(start, start + length).join('')),
  );
}

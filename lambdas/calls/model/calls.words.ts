export const words = {
  'CallInput.agent_version':
    'The version of the agent, or a split of several; absent or null for the published version. Leave it out for a new agent.',
  CallInput: 'A new call.',
  'CallInput.override_do_not_call':
    'Whether to call a number that is on your do-not-call list. If not, the call is refused (409, `do_not_call`).',
  'CallInput.goal': 'Accepted from old clients, without effect. Put the goal into the prompt or `context`.',
  'CallInput.to_number': 'The telephone number to call, with its country code.',
  'CallInput.from_number': 'The telephone number that the call comes from, with its country code.',
  'CallInput.agent':
    'The agent of the call: its id, or an object. An object with an `id` names an existing agent. An object without one is a new agent, created with the call.',
  'CallInput.scheduled_at':
    'When to dial, at most a year ahead. The call is dialed within a minute after this time. A time in the past means at once; so does null or no value.',
  'CallBatchInput.agent_version':
    'The version of the agent, or a split of several; absent or null for the published version. Leave it out for a new agent.',
  CallBatchInput: 'New calls with the same agent.',
  'CallBatchInput.agent':
    'The agent of the calls: its id, or an object. An object with an `id` names an existing agent. An object without one is a new agent, created with the first call.',
  'CallBatchInput.from_number': 'The telephone number that the calls come from, with its country code.',
  'CallBatchInput.context': `Values for \${name} in the prompt and the initial message of every call; null for none.`,
  'CallBatchInput.scheduled_at':
    'When to dial recipients that have no `scheduled_at` of their own, in the form of `CallInput`.',
  'CallBatchInput.recipients':
    'The recipients. An error in one is reported in its result; the others are called. A repeated number refuses the batch: see `allow_repeated`. All calls of the batch, each with its copy of the agent, may take at most 20 MB.',
  'CallBatchInput.allow_repeated':
    'Whether to call a number once for each recipient that has it. If not, a batch in which recipients have the same number, however it is written, is refused (422 `repeated_number`).',
  'CallBatchInput.override_do_not_call':
    'Whether to call numbers that are on your do-not-call list. If not, these calls are refused (`do_not_call`).',
  'Call.agent_version': 'The version of the agent in this call. It stays the same until the call ends.',
  'Call.analysis':
    'The analysis of the call, by the `analysis` setting of its agent. Absent until a short time after the call, and if the agent has no such setting.',
  Call: 'A telephone call with a snapshot of its agent.',
  'Call.to_number': 'The telephone number to call, in E.164.',
  'Call.from_number':
    'The telephone number that the call comes from, in E.164; anonymous if an inbound caller withholds it.',
  'Call.agent': 'The snapshot of the agent.',
  'Call.status': 'The status of the call.',
  'Call.error_message': 'Why the call failed, in plain text; absent if it did not fail.',
  'Call.recording_available':
    'Whether you can play the recording (`GET /v1/calls/recording`). It is ready a short time after the end of the call. The operator decides whether calls are recorded, and after how many days recordings are deleted.',
  'Call.transcript':
    'The transcript: what was heard, one line per turn. Each line begins with AGENT or HUMAN. Absent until the call is over.',
  'Call.messages_left_out':
    'The number of messages that the transcript omits. The transcript keeps the first 100,000 bytes of its messages as JSON. Absent if it is complete.',
  'Call.turns_left_out':
    'The number of turns, at the end of a very long call, whose figures are not stored: their latency, tokens and knowledge. Neither `latency` nor `cost` includes them. Absent if none are missing.',
  'Call.direction': 'Who placed the call: the service (outbound) or the caller (inbound).',
  'Call.stage': 'The stage of the call.',
  'Call.stage_outcome': 'The outcome of the last stage; absent until it has ended.',
  'Call.telephony_provider': 'The vendor that the call goes through.',
  'Call.telephony_account_connection':
    'The connection to your own account at the vendor that the call goes through; null for the platform’s account. Its auth token is shown as [redacted]. Also null once the connection is deleted.',
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
  'Call.answered_by':
    'What answered an outbound call: the last of `answered_by_steps`; unknown if nothing shows it. Absent until the call is over, and if it was not answered.',
  'Call.answered_by_steps':
    'How the service came to know what answered, in order: each change of `answered_by`. Absent as `answered_by` is.',
  AnsweredByStep: 'A change of what the service takes the answerer for.',
  'AnsweredByStep.answered_by': 'What it takes the answerer for from then on.',
  'AnsweredByStep.at': 'When it showed.',
  'AnsweredByStep.from':
    'What showed it: the words heard, answering-machine detection, keys that were pressed, or the beep of a voicemail.',
  AnsweredBy:
    'What answered an outbound call. human: a person. voicemail: a mailbox or answering machine. screener: a service, device or person that asks who is calling and why. menu: a voice-response system. hold: a line on hold. unavailable: an announcement that the number cannot be reached. unknown: nothing shows it.',
  'Call.spoken_language':
    'The language of the conversation after it changed, as ISO 639-1 code; absent if it did not change.',
  'Call.voice_failover':
    'The provider that speaks for the agent since the provider of its voice failed; absent if none failed.',
  'Call.voice_failover.provider': 'The provider, under the telephony vendor’s name.',
  'Call.voice_failover.at': 'When it took over.',
  'Call.transcription_failover':
    'The provider that transcribes the contact since the provider of speech recognition failed; absent if none failed.',
  'Call.transcription_failover.provider': 'The provider, under the telephony vendor’s name.',
  'Call.transcription_failover.at': 'When it took over.',
  'Call.do_not_call_result':
    'Whether the callee asked to be put on your do-not-call list. Absent until they ask or the call is over. Also absent if run_do_not_call_detection is off.',
  'Call.on_no_human_answer':
    'What to do if no human answers an outbound call. continue lets the agent talk. hangup ends the call (stage_outcome human_unanswered). leave_message says the agent’s voicemail_message after the beep, then ends the call with the same outcome; it hangs up on a fax. If a call screener asks who is calling, the agent answers, and leaves a message only once the call reaches a voicemail.',
  'Call.hipaa_compliant':
    'Whether to store nothing that is said. The call is not recorded. No transcript, message or action is stored or delivered. The conversation is deleted when the call is over. The prompt is shown as [redacted].',
  'Call.run_do_not_call_detection':
    'Whether the agent acts on a request to be put on the do-not-call list. If absent or null, the agent’s setting applies.',
  'Call.telephony_params':
    'Parameters of the telephony vendor for the call, under the vendor’s names, each a string; null for none. They override the values that the service sets.',
  'Call.context': `Values for \${name} in the prompt and the initial message; null for none. When the call is answered, values from the context endpoint are added. A value given with the call takes precedence. Filled in, the prompt may have at most 100 KB, and the initial message 4 KB.`,
  'Call.scheduled_at':
    'When the call is to be dialed; absent if it was to be dialed at once. Until then the call is not_started and does not count as an open call. If you end it before then, it is never dialed.',
  'Call.created_at': 'When the call was created.',
  'Call.start_time': 'When the call was answered; absent until it is.',
  'Call.end_time': 'When the call ended; absent until then.',
  'Call.collected_fields':
    'The values collected for the prompt’s `collect_fields`, by field name. A value is null if nobody said it, or if it does not fit its `field_type`. Absent until a short time after the call, and if there was nothing to collect.',
  'Call.values':
    'What the agent’s steps knew at the end of the call, by name, the first 40,000 bytes as JSON. Values of secure steps are left out. Absent until the call is over, in a HIPAA-compliant call, and if the agent has no steps.',
  'Call.path':
    'The steps that the call was in, in their order, at most 200. Absent until the call is over, and if the agent has no steps.',
  'Call.texts':
    'The text messages that the agent requested from the telephony vendor, in order; absent if there were none. Their words are in `actions_taken`.',
  'Call.transfer_attempts':
    'The attempts to transfer the call or to add a participant, in their order; absent if there were none.',
  'Call.actions_taken':
    'The agent’s actions, in order. Absent until the call is over, and if there were none.',
  'Call.cost': 'An estimate of the cost. Absent until the call is over, and if the call was not answered.',
  'Call.latency':
    'How long the caller waited for the agent’s answers. Absent until the call is over, and if there were no answers.',
  ListedCallInSeconds: 'A telephone call in a list, with its times in seconds.',
  'ListedCallInSeconds.start_time': 'When the call was answered: seconds since 1970; absent until it is.',
  'ListedCallInSeconds.end_time': 'When the call ended: seconds since 1970; absent until then.',
  ListedCall: 'A telephone call in a list: its agent and its telephony account by id.',
  'ListedCall.agent': 'The agent of the call, by id.',
  'ListedCall.summary':
    'The summary of the analysis, its first 300 characters; absent until the call has one.',
  'ListedCall.cost':
    'What the call cost, as an estimate. Absent until the call is over, and if it was not answered.',
  'ListedCall.cost.total': 'The sum of the parts that have a price: see `cost` of `GET /v1/calls`.',
  'ListedCall.telephony_account_connection':
    'The id of the connection to your own account at the vendor that the call goes through; null for the platform’s account.',
  CallRecipient: 'A recipient of a batch.',
  'CallRecipient.to_number': 'The telephone number to call, with its country code.',
  'CallRecipient.context':
    'Values for this recipient. They are added to the values of the batch, and replace those with the same name; null for none.',
  'CallRecipient.scheduled_at':
    'When to dial this recipient, in the form of `CallInput`. null dials at once, even if the batch has a time.',
  CallBatch: 'The results of a batch.',
  'CallBatch.results':
    'One result per recipient, in the order of the request. If a result has the error `broken_off`, that recipient was not called; send it again.',
  CallBatchResult: 'The result of one recipient: the created call, or the error.',
  'CallBatchResult.to_number':
    'The telephone number in E.164. An invalid number is shown as you sent it; null if you did not send a string.',
  'CallBatchResult.error':
    'Why there is no call: for example `too_many_calls` at the maximum of open calls, or `do_not_call` for a number on your do-not-call list.',
  'BatchResult.id': 'Identifier of the call.',
  'BatchResult.error.loc': 'Where the error is in the request, as in the body of an error.',
  'BatchResult.error.type': 'The kind of error, for programs. It is stable.',
  CallStatus:
    'The status of a call. A call is not_started until it is answered, then in_progress. ended and error are final.',
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
  CallerNumber: 'The telephone number of a caller, in E.164; anonymous if it is withheld.',
  Direction: 'Who placed a call: the service (outbound) or the caller (inbound).',
  'ListCallsQuery.status': 'Only calls with this status.',
  'ListCallsQuery.agent': 'Only calls of this agent, by id.',
  'ListCallsQuery.from_number':
    'Only calls from this telephone number, with its country code; the plus sign need not be escaped.',
  'ListCallsQuery.to_number':
    'Only calls to this telephone number, with its country code; the plus sign need not be escaped.',
  'ListCallsQuery.direction': 'Only calls of this direction.',
  'ListCallsQuery.answered_by':
    'Only outbound calls that this answered. It is found by reading the calls, at most 1,000 for each response: follow the header `Link`, also from a response with few calls. No page by number after the first.',
  'ListCallsQuery.created_after': 'Only calls created then or later.',
  'ListCallsQuery.created_before': 'Only calls created earlier.',
  'ListCallsQuery.page':
    'The page to return, from 1. With filters, one request reads about 12,000 calls, including those of the pages before. A page beyond these gets 422 `page_out_of_reach`.',
  'ListCallsQuery.size':
    'The maximum number of calls to return. The default is 10 with a page number, and since version 2024-08-27. Otherwise a response has up to 5 MB of calls.',
  'ListCallsQuery.sort_desc': 'Whether the newest calls come first (the default) or the oldest.',
  'ListCallsQuery.cursor':
    'Where to continue: the cursor from the `Link` header of another response. Calls created or deleted meanwhile cause no repeats and no gaps. With filters, a response may have few calls or none although more match. Continue while the response has a link `rel="next"`. Filters may miss calls that were created or changed in the last seconds.',
  Usage: 'Your quotas and their use, and your minutes and their cost in this calendar month (UTC).',
  'Usage.user_id': 'The user.',
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
  'Usage.monthly_answered_by.answered_by': 'What answered.',
  'Usage.monthly_answered_by.calls': 'The number of calls.',
  'Usage.monthly_answered_by':
    'The number of the answered outbound calls that began in this month and are over, by what answered (`answered_by` of a call). A deleted call still counts.',
  'Usage.monthly_cost':
    'The cost of the answered calls that began in this month and are over, whoever paid for them: the sum of their estimates (`cost` of a call) when they ended, by the prices of that time. It excludes recordings and analyses, which come after the end. A deleted call still counts.',
  'Usage.monthly_cost.is_estimate': 'Always true.',
  'Usage.monthly_cost.total': 'The sum of the parts that have a price.',
  'Usage.monthly_cost.incomplete_calls':
    'The number of these calls whose `cost` is incomplete, for example because a language model has no price.',
  Message: 'A message of a call, as it was heard.',
  'Message.sender': 'The speaker: the agent, or the human.',
  'Message.text': 'The words that were said.',
  'Message.timestamp': 'When it was said.',
  TextMessage: 'A text message to the contact.',
  'TextMessage.requested_at': 'When it was requested.',
  'TextMessage.status':
    'The delivery status. unknown: the vendor’s response was lost, so it may have been sent. queued: the vendor accepted it. sent: a carrier accepted it. delivered: the carrier confirmed it. undelivered: a carrier did not deliver it. failed: it was not sent.',
  'TextMessage.error_code':
    'The vendor’s code of the failure, such as 21610: the contact has unsubscribed; absent if there was none.',
  'TextMessage.segments': 'The number of segments that the vendor bills; absent if it is unknown.',
  TransferAttempt: 'An attempt to connect a call with another telephone number.',
  'TransferAttempt.action_id': 'The agent’s action.',
  'TransferAttempt.started_at': 'When it was dialed.',
  'TransferAttempt.connected_at': 'When the number was connected, or took the call; absent if it was not.',
  'TransferAttempt.failed_at': 'When the attempt failed; absent if it did not fail.',
  'TransferAttempt.failure_reason': 'Why the attempt failed; absent if it did not fail.',
  TransferFailure:
    'Why a number did not take the call. busy: the line was busy. no_answer: nobody picked up, or nobody pressed a key. declined: a person picked up and did not take the call. machine: an answering machine picked up. invalid_number: the number cannot be called, belongs to the call itself, or is on your do-not-call list. caller_hung_up: the call ended before anybody took it. vendor_error: the telephony vendor failed.',
  'Turn.contact': 'What the contact did.',
  StageOutcome:
    'The outcome of the last stage of a call. screened: a call screener answered, and no person came to the phone.',
};

export const examples = {
  'Call.agent_version': 3,
  'Call.to_number': '+15551230002',
  'Call.status': 'ended',
  'Call.transcript': 'AGENT: Good morning, how can I help you?\nHUMAN: I would like an appointment.',
  'Call.stage': 'picked_up',
  'Call.stage_outcome': 'human_disconnected',
  'Call.telephony_id': 'vendor-call-1',
  'Call.telephony_metadata': {
    type: 'telephony_metadata_vendor_a',
    call_sid: 'vendor-call-1',
    call_status: 'completed',
  },
  'Call.human_detection_result': 'human',
  'Call.answered_by': 'human',
  'Call.answered_by_steps': [
    { answered_by: 'screener', at: '2026-01-01T12:00:09.000Z', from: 'words' },
    { answered_by: 'human', at: '2026-01-01T12:00:31.000Z', from: 'words' },
  ],
  'Call.telephony_params': { CallReason: 'Your appointment' },
  'Call.context': { name: 'Ada' },
  'Call.start_time': '2026-01-01T12:00:05.000Z',
  'Call.end_time': '2026-01-01T12:01:05.000Z',
  'Call.latency': { silence_p50_ms: 640, silence_p95_ms: 910, answers: 7 },
  'Call.cost': {
    currency: 'USD',
    is_estimate: true,
    telephony: 0.014,
    speech: 0.07,
    model: 0.00213,
    aws: 0.000568,
    total: 0.086698,
  },
  'ListedCall.summary': 'The caller moved an appointment to Tuesday.',
  'ListedCall.cost': { currency: 'USD', total: 0.086698 },
  'TelephonyParams.CallReason': 'Your appointment',
  'Usage.plan_type': 'plan_unlimited',
  'Usage.monthly_usage_minutes': 13,
  'Usage.monthly_usage_minutes_exact': 12.5,
  'Usage.monthly_cost': { currency: 'USD', is_estimate: true, total: 1.21, incomplete_calls: 0 },
  'Usage.quotas.name': 'model_tokens',
  'Usage.quotas.limit': 5_000_000,
  'Usage.quotas.used': 81_200,
  'Usage.quotas.period': 'day',
  'Usage.quotas.resets_at': '2026-01-02T00:00:00.000Z',
  'Message.text': 'Good morning, how can I help you?',
  'ListCallsQuery.status': 'ended',
  'ListCallsQuery.to_number': '+15551230002',
  'ListCallsQuery.created_after': '2026-01-01T00:00:00Z',
  'ListCallsQuery.created_before': '2026-02-01T00:00:00Z',
};

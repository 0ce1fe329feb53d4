/** What the fields of calls and of their events mean. */
export const callDescriptions = {
  Call: 'A telephone call with its agent as it was when the call began.',
  ListedCall: 'A telephone call as it is listed: its agent by id.',
  CallInput: 'A call to be placed.',
  CallBatchInput: 'Calls to be placed that have the same agent.',
  CallRecipient: 'Whom a call of a batch is to.',
  'CallBatchInput.agent':
    'The agent that talks: by id, or as an object. One with an `id` names an agent; one without is a new agent, which is created with the first of the calls that is.',
  'CallBatchInput.from_number': 'The telephone number that the calls come from, in E.164.',
  'CallBatchInput.context': `What fills \${name} in the prompt and the initial message of every call; null for nothing.`,
  'CallBatchInput.scheduled_at':
    'When to dial, for recipients that have no time of their own: as in the creation of one call.',
  'CallBatchInput.recipients':
    'Whom to call. One that does not fit is told of in its result and keeps no other from being called. Together, and each with the agent, the calls may have at most 20 MB.',
  'CallRecipient.to_number': 'The telephone number to be called, in E.164.',
  'CallRecipient.context':
    'What fills further names for this recipient, or the same ones differently; null for nothing more.',
  'CallRecipient.scheduled_at':
    'When to dial this recipient: as in the creation of one call; null for at once, whatever is said of the others.',
  'CallInput.override_do_not_call':
    'Whether to call even a number whose holder has asked you not to call again, which is refused otherwise (409, type `do_not_call`).',
  'CallBatchInput.override_do_not_call':
    'Whether to call even numbers whose holders have asked you not to call again, which are refused otherwise.',
  CallBatch: 'What became of a batch.',
  'CallBatch.results':
    'What became of each recipient, in their order. A batch that broke off is completed by sending it again with the same `Idempotency-Key`: no call is made twice.',
  CallBatchResult: 'What became of one recipient: the call that was created, or what was wrong.',
  'CallBatchResult.to_number': 'The telephone number as it was sent; null if it was no text.',
  'CallBatchResult.id': 'Identifier of the call: a UUID.',
  'CallBatchResult.error':
    'Why there is no call; `too_many_calls` when you had as many open calls as you may, `do_not_call` for a number whose holder has asked you not to call again.',
  'CallBatchResult.error.loc': 'Where the fault is in the request, as in the body of an error.',
  'CallBatchResult.error.msg': 'What is wrong, in words for a person; it may change.',
  'CallBatchResult.error.type': 'What is wrong, as a stable name for programs.',
  CallStatus:
    'Where a call stands: it moves from not_started to in_progress when it is answered, and from either to ended or error, which are final.',
  'Call.to_number': 'The telephone number that is called, in E.164.',
  'Call.from_number':
    'The telephone number that the call comes from, in E.164; anonymous where an inbound caller shows none.',
  'CallInput.from_number': 'The telephone number that the call comes from, in E.164.',
  'Call.agent': 'The agent as it was when the call began.',
  'CallInput.agent':
    'The agent that talks: by id, or as an object. One with an `id` names an agent; one without is a new agent, which is created with the call.',
  'ListedCall.agent': 'The agent that talks, by id.',
  'Call.status': 'Where the call stands.',
  'Call.error_message': 'Why the call failed, in words for a person; absent if it did not.',
  'Call.recording_available':
    'Whether the recording of the call has been made, which takes some moments after its end, and can be listened to (`GET /v1/calls/recording`). Whoever runs the service decides whether calls are recorded and for how many days a recording is kept; of an older one, the recording is no longer there.',
  'Call.transcript':
    'What was said, as it was heard: a line for each turn, led by AGENT or HUMAN; absent until the call is over.',
  'Call.messages_left_out':
    'How many further messages there were: a transcript has the first 100,000 bytes of them, as JSON; absent when it has all.',
  'Call.direction': 'Who placed the call: outbound is the service, inbound the other side.',
  'Call.stage': 'How far the call has come.',
  'Call.stage_outcome': 'How the last stage ended; absent until it has.',
  'Call.telephony_provider': 'The vendor that the call goes through.',
  'Call.telephony_account_connection':
    'Your own account at the vendor through which the call goes; null for the platform’s account.',
  'Call.telephony_id': 'The telephony vendor’s identifier of the call; absent until it was dialled.',
  'Call.telephony_metadata': 'What the telephony vendor says of the call; absent until it says something.',
  'Call.telephony_metadata.call_sid': 'The vendor’s identifier of the call.',
  'Call.telephony_metadata.call_status': 'The vendor’s word for where the call stands.',
  'Call.telephony_metadata.transfer_call_sid':
    'The vendor’s identifier of the call to the number of the latest transfer or conference; absent if there was none.',
  'Call.telephony_metadata.transfer_call_status':
    'The vendor’s word for how that call stands or ended; absent until it says something.',
  'Call.telephony_metadata.conference_sid':
    'The vendor’s identifier of the conference that the call has become; absent if it is none.',
  'Call.agent_phone_number':
    'The telephone number on the agent’s side: from_number of an outbound call, to_number of an inbound one.',
  'Call.human_detection_result':
    'Whether a human or something else (a machine, a fax) answered; absent until that is known, where the telephony vendor cannot tell, and where it was not asked to.',
  'Call.do_not_call_result':
    'Whether the other side asked not to be called again; absent until they do or the call is over, and where that was not listened for.',
  'Call.on_no_human_answer':
    'What happens when something else than a human answers an outbound call: continue lets the agent talk to it, hangup ends the call (stage_outcome human_unanswered).',
  'Call.hipaa_compliant':
    'Whether nothing of what is said is kept: no recording is made, no transcript, message or action is stored or delivered, what the conversation needs is deleted when the call is over, and the prompt is shown as [redacted].',
  'Call.run_do_not_call_detection':
    'Whether the agent takes note when the other side asks not to be called again; left out or null, the agent’s own setting holds.',
  'Call.telephony_params':
    'Parameters of the telephony vendor that the call is placed with, by the vendor’s names, each as text; null for none. They go before the service’s own.',
  HumanDetectionResult: 'Who or what answered: a human, or something else (no_human).',
  TelephonyParams: 'Parameters of the telephony vendor that a call is placed with, by the vendor’s names.',
  'TelephonyParams.Byoc': 'Identifier of the trunk of your own that the call goes through.',
  'TelephonyParams.CallReason': 'Why you call, which some carriers show the callee.',
  'TelephonyParams.MachineDetectionSilenceTimeout':
    'Milliseconds of silence at the beginning after which the verdict is unknown: 2000 to 10000.',
  'TelephonyParams.MachineDetectionSpeechEndThreshold':
    'Milliseconds of silence after which speech counts as over: 500 to 5000.',
  'TelephonyParams.MachineDetectionSpeechThreshold':
    'Milliseconds of speech above which a machine speaks: 1000 to 6000.',
  'TelephonyParams.MachineDetectionTimeout': 'Seconds that detection may take: 3 to 59.',
  'TelephonyParams.RecordingTrack': 'Which side is recorded, where the call is.',
  'TelephonyParams.SendDigits':
    'Keys that are pressed as soon as the call is answered, w for a pause of half a second and W for one of a second. They rule out the detection of machines.',
  'TelephonyParams.Timeout':
    'Seconds that the callee’s phone rings at most, in place of the service’s own: 5 to 600.',
  'TelephonyParams.Trim': 'Whether silence is cut from the recording, where there is one.',
  'Call.context': `What fills \${name} in the prompt and the initial message; null for nothing. What the agent’s context endpoint gives is added when the call is answered; what was given with the call goes before it. It may make at most 100 KB of the prompt and 4 KB of the initial message.`,
  'Call.scheduled_at':
    'When the call is to be dialled: ISO 8601, in UTC; absent if that was at once. Until then it is not_started, can be ended (and is then never dialled), and does not count among your open calls.',
  'CallInput.scheduled_at':
    'When to dial: a date and time of ISO 8601 with its offset, at most a year ahead. It is dialled then or within a minute after it. A time that is past, like none at all, is at once.',
  'Call.created_at': 'When the call was created: ISO 8601, in UTC.',
  'Call.start_time': 'When the call was answered: ISO 8601, in UTC; absent until it is.',
  'Call.end_time': 'When the call was over: ISO 8601, in UTC; absent until it is.',
  CallerNumber: 'The telephone number of a caller, in E.164; anonymous for one who shows none.',
  Direction: 'Who placed a call: outbound is the service, inbound the other side.',

  'ListCallsQuery.status': 'Only calls that stand like this.',
  'ListCallsQuery.agent': 'Only calls of this agent, by id: a UUID.',
  'ListCallsQuery.from_number':
    'Only calls from this telephone number, in E.164; a plus sign that is not written %2B is understood, too.',
  'ListCallsQuery.to_number':
    'Only calls to this telephone number, in E.164; a plus sign that is not written %2B is understood, too.',
  'ListCallsQuery.direction': 'Only calls that were placed from this side.',
  'ListCallsQuery.created_after':
    'Only calls that were created then or later: a date and time of ISO 8601 with its offset.',
  'ListCallsQuery.created_before':
    'Only calls that were created earlier: a date and time of ISO 8601 with its offset.',
  'ListCallsQuery.size': 'How many calls to give at most; left out, as many as fit into one answer of 5 MB.',
  'ListCallsQuery.cursor':
    'Where to go on: the cursor from the header `Link` of another answer. What is created or deleted meanwhile makes no call come twice or be left out. An answer ends where it is full or where enough was looked through; with filters it may then have few calls or none, though others follow: while there is a `rel="next"`, there is more to look at. Calls that were created or changed a moment ago may not be found by filters yet.',

  Usage: 'What you may use of the service, and have used of it in this calendar month (UTC).',
  'Usage.user_id': 'Whose use it is: a UUID.',
  'Usage.plan_type': 'The plan: plan_unlimited wherever the service runs in an account of your own.',
  'Usage.monthly_usage_minutes':
    'Minutes of the calls that began in this month, each in whole seconds from the answer to its end, or to now while it is in progress; to two decimals. A call in progress that is not among your 1,000 calls created last is counted when it is over, and one that you delete stays counted.',
  'Usage.quotas':
    'How much you may have or use of what is limited, and how much of it you have or have used.',
  'Usage.quotas.name':
    'Which quota, as errors name it: numbers (on the operator’s telephony account), own_numbers (on yours), agents, prompts, prompt_templates, voices, actions, webhooks, vector_databases, account_connections, scheduled_calls (that wait for their time), stored_bytes (of calls and recordings), model_tokens (on the operator’s account), call_minutes (on the operator’s telephony account) or number_purchases (in a day, on that account, whether you still have the numbers or not). More may come.',
  'Usage.quotas.limit': 'How much there may be; null for no limit.',
  'Usage.quotas.used': 'How much there is, or was used in the period.',
  'Usage.quotas.period':
    'The period that the limit is for: day is a calendar day (UTC). Left out where it is for what you have at once.',
  'Usage.quotas.resets_at': 'When the period ends and nothing is used any more.',
  'Usage.monthly_usage_limit_minutes': 'How many minutes there may be in a month; null for no limit.',

  Message: 'One thing said in a call, as it was heard.',
  'Message.sender': 'Who said it: the agent, or the human at the other end.',
  'Message.text': 'The words.',
  'Message.timestamp': 'When it was said: ISO 8601, in UTC.',

  'Call.collected_fields':
    'What was found out of what the prompt asks for (`collect_fields`), by the names of the fields; null for what was not said, or is no e-mail address. It comes some moments after the end of the call; absent until then, and where there was nothing to collect.',
  'Call.actions_taken':
    'What the agent did besides talking, in its order; absent until the call is over, or if it did nothing.',
  ActionRun: 'An action that the agent took, with what it was given and what came of it.',
  ActionTaken: 'An action that the agent took, at its place among what was said.',
  'Action.action_id':
    'Which action of the agent: a UUID; null for keys that an agent without action_dtmf pressed in a menu.',
  'ActionRun.type': 'The kind of action.',
  'ActionRun.input': 'What the language model gave it; empty where a phrase triggered it.',
  'ActionRun.output':
    'What came of it: `result` and perhaps `agent_message` or an `error` of an external action, the keys `pressed` of action_dtmf; empty otherwise. A number that is not exact is given as text.',
  'ActionTaken.type': 'The kind of action.',
  'ActionTaken.input': 'As in event_action; where it is long, the beginning of its JSON in `shortened`.',
  'ActionTaken.output': 'As in event_action; where it is long, the beginning of its JSON in `shortened`.',
  'ActionTaken.timestamp': 'When it was taken: ISO 8601, in UTC.',
  'ActionTaken.after_messages': 'How many messages of the call came before it.',
  ActionType: 'The kind of action.',

  EventKind: 'A kind of event that a webhook can subscribe to.',
  EventPhoneCallConnected: 'The call was answered.',
  EventMessage: 'Something was said in the call.',
  EventAction: 'The agent took an action in the call.',
  EventPhoneCallEnded: 'A call that had been answered is over.',
  EventPhoneCallDidNotConnect: 'A call is over that was never answered.',
  EventHumanDetection: 'It was found out whether a human or something else (a machine, a fax) answered.',
  EventRecording: 'The recording of a call can be listened to: once, some moments after the call.',
  EventTranscript: 'All that was said in a call: once, when it is over.',
  'Event.id':
    'Identifier of the event, the same in each attempt to deliver it, also in the header webhook-id: a UUID.',
  'Event.type': 'The kind of event.',
  'Event.call_id': 'Which call: a UUID.',
  'Event.timestamp': 'When it happened: ISO 8601, in UTC.',
  'Event.sequence':
    'The event’s place among those of its call: it grows from one to the next, with gaps. Deliveries may overtake one another.',
  'Event.payload': 'What happened.',
  'Event.payload.to_number': 'The telephone number that was called, in E.164.',
  'Event.payload.from_number':
    'The telephone number that the call came from, in E.164; anonymous where an inbound caller shows none.',
  'Event.payload.sender': 'Who said it: the agent, or the human at the other end.',
  'Event.payload.text': 'The words.',
  'Event.payload.timestamp': 'When it was said: ISO 8601, in UTC.',
  'Event.payload.duration_seconds': 'Seconds from the answer to the end, in whole seconds.',
  'Event.payload.stage_outcome': 'How the last stage ended; absent if that is not known.',
  'Event.payload.error_message': 'Why the call broke, in words for a person; absent if it did not.',
  'Event.payload.telephony_status':
    'The telephony vendor’s word for how the call ended, such as busy or no-answer.',
  'Event.payload.result': 'Who or what answered: a human, or something else (no_human).',
  'Event.payload.recording_url':
    'Where to get the recording: `GET /v1/calls/recording` of this API, with your access token.',
  'Event.payload.transcript': 'What was said: a line for each turn, led by AGENT or HUMAN.',
  'Event.payload.messages': 'What was said, turn by turn.',
};

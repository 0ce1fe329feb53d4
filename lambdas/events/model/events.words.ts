export const words = {
  'Event.agent_version': 'The version of the agent in the call; absent in a sample.',
  'Event.payload.analysis': 'The analysis.',
  'Event.id':
    'Identifier of the event. It is the same in each attempt to deliver the event, and in the `webhook-id` header.',
  'Event.type': 'The kind of event.',
  'Event.call_id': 'The call.',
  'Event.timestamp': 'When the event happened.',
  'Event.sequence':
    'The event’s sequence number in its call. Numbers increase, with gaps. Deliveries may arrive out of order.',
  'Event.payload': 'The details of the event.',
  'Event.payload.to_number': 'The telephone number that was called, in E.164.',
  'Event.payload.from_number':
    'The telephone number that the call came from, in E.164; anonymous if an inbound caller withholds it.',
  'Event.payload.duration_seconds': 'Whole seconds from the answer to the end.',
  'Event.payload.stage_outcome': 'The outcome of the last stage; absent if it is unknown.',
  'Event.payload.values':
    'What the agent’s steps knew at the end, by name: see `values` of the call. Absent if it has none.',
  'Event.payload.path': 'The steps that the call was in: see `path` of the call. Absent if it has none.',
  'Event.payload.telephony_status': 'The telephony vendor’s status of the call, such as busy or no-answer.',
  'Event.payload.result': 'The result of answering-machine detection: human, or anything else (no_human).',
  'Event.payload.recording_url':
    'The URL of the recording: `GET /v1/calls/recording` of this API, with your access token.',
  'Event.payload.transcript': 'The transcript, one line per turn. Each line begins with AGENT or HUMAN.',
  'Event.payload.messages': 'The messages.',
  EventPhoneCallConnected: 'The call was answered.',
  EventMessage: 'A message of the call.',
  EventAction: 'The agent took an action in the call.',
  EventPhoneCallEnded: 'An answered call is over.',
  EventPhoneCallDidNotConnect: 'A call ended before anybody answered it.',
  EventHumanDetection: 'The result of answering-machine detection.',
  EventRecording: 'The recording of a call is ready. Sent once, a short time after the call.',
  EventTranscript: 'The transcript of a call. Sent once, when the call is over.',
};

export const examples = {
  'Event.agent_version': 3,
  'Event.id': '0199a5d0-3c09-5a10-8b20-5f6e7d8c9b09',
  'Event.sequence': 3,
  'Event.payload.duration_seconds': 60,
  'Event.payload.telephony_status': 'busy',
  'Event.payload.transcript': 'AGENT: Good morning, how can I help you?\nHUMAN: I would like an appointment.',
  'Event.payload.recording_url':
    'https://api.example.com/v1/calls/recording?id=0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08',
};

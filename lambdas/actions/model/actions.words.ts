export const words = {
  ActionRun: 'An action that the agent took, with its input and output.',
  'ActionRun.type': 'The kind of action.',
  'ActionRun.input': 'The input from the language model; empty if a phrase triggered the action.',
  'ActionRun.output':
    'The output. An external action has `result` and optionally `agent_message`, or `error`, with `outcome: unknown` if nobody knows whether it took effect. `awaiting_confirmation` has what the callee was asked to agree to; nothing was sent. action_dtmf has the keys that were `pressed`. action_send_text has `text_status` or `error`, and in `text` the position of the text in the call’s `texts`, from 1, and with a text of the configuration the `message` that was requested; `actions_taken` of the call shows its latest `text_status` and `error_code`. Other actions have an empty output at first. If the contact’s words kept the agent from ending or transferring the call, or the call had already ended, `not_carried_out` has the reason. If a transfer fails, `actions_taken` of the call shows its `failure_reason` and `numbers_tried`. A number that JSON cannot represent exactly becomes a string.',
  ActionTaken: 'An action that the agent took, at its place among the messages.',
  'ActionTaken.type': 'The kind of action.',
  'ActionTaken.input': 'As in event_action. If it is too long, `shortened` has the beginning of its JSON.',
  'ActionTaken.output': 'As in event_action. If it is too long, `shortened` has the beginning of its JSON.',
  'ActionTaken.timestamp': 'When the agent took it.',
  'ActionTaken.after_messages': 'The number of messages before it.',
  'Record.action_id':
    'The agent’s action; null for keys that an agent without action_dtmf pressed in a menu.',
  ActionType: 'The kind of action.',
  Action:
    'Something that an agent can do in a call besides talking. `type` says which of the seven kinds it is.',
  'Action.type': 'The kind of action; it cannot change.',
  'Action.config': 'The settings of the action; empty if its kind has none.',
  'Action.config.phone_number': 'The telephone number to call, in E.164.',
  'Action.config.warm_transfer':
    'Asks the person who picks up before connecting them; null or absent to connect them at once. They hear what the call is about. They press 1 to take it, or any other key to decline. The service hangs up on answering machines. Meanwhile the callee hears ringing.',
  'Action.config.warm_transfer.further_phone_numbers':
    'At most 4 telephone numbers to try after `phone_number`, in this order, until one takes the call. Numbers of the call itself and on your do-not-call list are skipped.',
  'Action.config.warm_transfer.whisper':
    'What the person hears first, in the agent’s language. If null or absent, the language model summarizes the conversation. If the model fails, the person hears a generic sentence.',
  'Action.config.warm_transfer.ring_seconds': 'Maximum number of seconds that each number rings.',
  'Action.config.warm_transfer.max_seconds':
    'Seconds after which no further number is tried, and the callee returns to the agent.',
  'Action.config.place_primary_on_hold':
    'Whether the callee hears music until the participant answers. If not, the line is silent.',
  'Action.config.text':
    'The text message, with placeholders for values of the call’s context as in a prompt. If null, the language model writes it, with at most 640 characters.',
  'Action.config.name': 'The name of the action for the language model.',
  'Action.config.description': 'Tells the language model when to take the action.',
  'Action.config.url':
    'Where the request goes: a POST of {call_id, payload} as JSON. Answer within 10 seconds with a 2xx and {result, agent_message?} of at most 64 KB. The language model gets the first 16,000 characters of the result. The agent says the message word for word. After a failure, the language model is told and tells the callee. The header `Idempotency-Key`, which is also the signed `webhook-id`, is the same for each repetition of a request: one of the same call, turn of the callee, action and payload.',
  'Action.config.input_schema':
    'JSON schema of the payload, which the language model fills. References must stay within the schema. A recursive part must recurse through a property or an item. A pattern is a regular expression of ECMAScript (flag u) with at most 500 characters. If checking a payload takes more than 250 ms, the action does not run, and the language model is told why. A top-level string with `format: keypad` is for keys of the telephone. If the agent listens for keys (dtmf_input), the language model asks the callee to press them. The value is 1 to 32 of 0-9, * and #, unless the string has its own pattern.',
  'Action.config.speak_on_send':
    'Whether the agent says something short before the request, unless it has already spoken in this turn. It replaces the language model’s last sentence before the request, which may claim a result. If false, it does so only when the answer takes longer than two seconds.',
  'Action.config.speak_on_receive':
    'Whether the agent speaks about the result at once. If false, it knows the result when it next speaks.',
  'Action.config.confirm':
    'Whether the callee must agree first; false if absent. The agent asks with the action’s name and the payload, by the `title` that `input_schema` gives to itself and to its properties, and sends the request if the language model quotes the agreement from the answer. It asks again if the payload changes.',
  'Action.config.idempotent':
    'Whether the language model may repeat a request that timed out or broke off in the same turn, because your service takes requests with the same `Idempotency-Key` as one, or only reads. If false or absent, the language model is told that nobody knows whether the request took effect.',
  'Action.config.signature_secret':
    'Secret in base64 that signs the request by Standard Webhooks, as deliveries of webhooks are signed: headers webhook-id, webhook-timestamp and webhook-signature. Clients of the original interface find the base64 of the HMAC-SHA256 of the body in x-action-signature. If you give none, the service generates one.',
  'Action.config.processing_mode':
    'Has no effect; the answer has a warning. It is stored for clients that send it; absent if not sent.',
  'Action.action_trigger': 'The trigger of the action.',
  'Action.action_trigger.type': 'The kind of trigger.',
  'Action.action_trigger.config': 'The settings of the trigger; always empty.',
  ActionInput: 'A new action. `type` says which of the seven kinds it is.',
  OlderActionInput: 'An inline action. `type` says which of the three kinds of the older shape it is.',
  CompactAction: 'The action in brief, without its trigger.',
  ActionUpdateInput:
    'The fields of the action to change: those of its own kind. A field that you leave out stays unchanged, also in `config`.',
  ActionChangeInput:
    'The `id` of one of your actions, and its fields to change: those of its own kind. A field that you leave out stays unchanged, also in `config`.',
  'ActionChangeInput.id': 'The action.',
  ActionTransferCall:
    'Connects the callee with another telephone number, and the agent leaves the call. The number rings for 30 seconds. If nobody answers, the callee returns to the agent and the conversation continues. With `warm_transfer`, several numbers can be tried. The person who picks up first hears what the call is about, then presses 1 to take it.',
  ActionEndConversation: 'Says goodbye, and ends the call when the callee has heard the goodbye.',
  ActionSetHold:
    'Goes on hold when the callee asks for it. The agent hears and stores what is said, but says nothing. It continues when the callee greets it (“hello?”), thanks it for waiting or calls it by its name.',
  ActionDtmf: 'Presses keys of the telephone; the language model chooses them.',
  ActionAddToConference:
    'Calls a participant and turns the call into a conference of the callee and the participant. The agent leaves the call. The participant’s phone rings for 30 seconds. If the participant does not answer, the callee returns to the agent and the conversation continues.',
  ActionSendText:
    'Sends a text message to the contact, from the number of the agent in the call. The language model asks first, and must quote the words in which the contact agreed. A call has at most 3 texts. Nothing is sent to a withheld number or one on your do-not-call list.',
  ActionExternal: 'Sends an HTTP request to your service and gives the answer to the agent.',
  ActionTriggerFunctionCall: 'The language model decides when the agent takes the action.',
  ActionTriggerPhraseBased:
    'The agent takes the action when the callee has heard it say one of the phrases, or has pressed the keys.',
  ActionTestInput: 'A test of an external action.',
  'ActionTestInput.action':
    'The action: its id, or an object. An object with an `id` names an existing action. An object without one is a new action, which is not stored; without a `signature_secret`, a temporary one signs the request.',
  'ActionTestInput.arguments':
    'The payload of the request. If it does not match `input_schema`, the test is refused (422, `arguments_do_not_fit`).',
  ActionTest: 'The request of an external action, and its outcome.',
  'ActionTest.request': 'The request, as it was sent.',
  'ActionTest.request.url': 'The URL of your service.',
  'ActionTest.request.method': 'The HTTP method.',
  'ActionTest.request.headers': 'The headers, with the signature.',
  'ActionTest.request.body': 'The body, as it was signed.',
  'ActionTest.response':
    'The answer of your service; null if none arrived within 10 seconds, or if it has more than 64 KB.',
  'ActionTest.error': 'Why the agent could not use the answer, as text for people; null if it could.',
  TestAnswer: 'What your service answered.',
  'TestAnswer.status': 'The HTTP status. Redirects are not followed.',
  'TestAnswer.headers': 'The headers. Cookies and other secrets are shown as [redacted].',
  'TestAnswer.body': 'The first 16,384 characters of the body.',
  'TestAnswer.ms': 'Milliseconds from the request to the end of the answer.',
  'ActionTrigger.type': 'The kind of trigger.',
  'ActionTrigger.config': 'The settings of the trigger; empty if its kind has none.',
  'ActionTrigger.config.phrase_triggers': 'The phrases; any one of them triggers the action.',
  'ActionTrigger.config.phrase_triggers.phrase':
    'The phrase: case, punctuation, spaces and the form of quotation marks make no difference; or the keys: 1 to 32 of 0-9, * and #.',
  'ActionTrigger.config.phrase_triggers.conditions':
    'When the phrase matches. phrase_condition_type_contains: the agent’s words contain the phrase. phrase_condition_type_keys: the caller pressed exactly these keys, not counting the key that ends the entry; the agent must listen for keys (dtmf_input).',
};

export const examples = {
  'Action.id': '0199a5d0-3c04-7a10-8b20-5f6e7d8c9b04',
  'Action.config.phone_number': '+15551230009',
  'Action.config.name': 'find_appointment',
  'Action.config.description': 'Finds a free appointment on a day.',
  'Action.config.url': 'https://example.com/appointments',
  'Action.config.input_schema': { type: 'object', properties: { day: { type: 'string' } } },
  'Action.config.signature_secret': 'c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgbG9uZyE=',
  'ActionTestInput.arguments': { day: 'Tuesday' },
  'ActionTest.request.url': 'https://example.com/appointments',
  'ActionTest.request.headers': { 'content-type': 'application/json' },
  'ActionTest.request.body':
    '{"call_id":"0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08","rehearsal":true,"payload":{"day":"Tuesday"}}',
  'TestAnswer.status': 200,
  'TestAnswer.headers': { 'content-type': 'application/json' },
  'TestAnswer.body': '{"result":"Nine o’clock."}',
  'TestAnswer.ms': 120,
  'ActionRun.type': 'action_external',
  'ActionRun.input': { day: 'Tuesday' },
  'ActionRun.output': { result: { free: ['09:00'] } },
};

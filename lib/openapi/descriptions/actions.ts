/** Descriptions of actions. */
export const actionDescriptions = {
  Action: 'Something that an agent can do in a call besides talking: one of six kinds, told apart by `type`.',
  ActionInput: 'An action to be created: one of six kinds, told apart by `type`.',
  OlderActionInput:
    'An action given in place: one of the three kinds of the older shape, told apart by `type`.',
  CompactAction: 'The action in brief, without what triggers it.',
  ActionUpdateInput:
    'The fields of the action to change, those of its own kind; a missing one stays unchanged. The same holds for the fields of `config`.',
  ActionChangeInput:
    'An action of yours, by its `id`, and its fields to change, those of its own kind; a missing one stays unchanged. The same holds for the fields of `config`.',
  'ActionChangeInput.id': 'Which action: a UUID.',
  ActionTransferCall:
    'Connects the callee with another telephone number, which rings for 30 seconds; the agent leaves the call. If nobody answers there, the callee returns to the agent and the conversation continues.',
  ActionEndConversation: 'Says goodbye, and ends the call when the callee has heard it.',
  ActionSetHold:
    'Goes on hold when the callee asks for it: the agent hears and stores what is said, and says nothing until it is greeted (“hello?”), thanked for waiting or called by its name.',
  ActionDtmf: 'Presses keys of the telephone; the language model chooses them.',
  ActionAddToConference:
    'Calls a participant, whose phone rings for 30 seconds, and turns the call into a conference of the two; the agent leaves the call. If the participant does not answer, the callee returns to the agent and the conversation continues.',
  ActionExternal: 'Sends a request to your service over HTTP and gives its answer to the agent.',
  ActionTriggerFunctionCall: 'The language model decides when the action is taken.',
  ActionTriggerPhraseBased: 'The action is taken when the callee has heard the agent say one of the phrases.',

  'Action.type': 'The kind of action; it cannot change.',
  'Action.config': 'The settings of the action; empty for kinds without any.',
  'Action.config.phone_number': 'The telephone number to call, in E.164.',
  'Action.config.place_primary_on_hold':
    'Whether the callee hears music until the participant answers; if not, the line is silent.',
  'Action.config.name': 'The name of the action for the language model.',
  'Action.config.description': 'Tells the language model when to take the action.',
  'Action.config.url':
    'The URL of the request: a POST of {call_id, payload} as JSON. Answer within 10 seconds with a 2xx and {result, agent_message?} of at most 64 KB. The result goes to the language model (its first 16,000 characters); the message is spoken word for word. After a failure the language model is told, and says so.',
  'Action.config.input_schema':
    'JSON schema of the payload, which the language model fills. References stay within it, and recursion goes through a property or an item, in one way. Patterns have neither backreferences nor lookarounds, and the next character determines which part of a pattern it belongs to, so that matching is fast.',
  'Action.config.speak_on_send':
    'Whether the agent says something short before the request, unless it has already spoken in this turn. If not, it does so when the answer takes longer than two seconds.',
  'Action.config.speak_on_receive':
    'Whether the agent speaks about the result at once; if not, the result is known to it when it next speaks.',
  'Action.config.signature_secret':
    'Secret in base64 that signs the request: the header x-action-signature is the base64 of the HMAC-SHA256 of the body. One is made if none is given.',
  'Action.config.processing_mode':
    'Kept without effect for clients that send it, with a warning; absent if it was not sent.',
  'Action.action_trigger': 'The trigger of the action.',
  'Action.action_trigger.type': 'The kind of trigger.',
  'Action.action_trigger.config': 'The settings of the trigger: none.',
  'ActionTrigger.type': 'The kind of trigger.',
  'ActionTrigger.config': 'The settings of the trigger; empty for kinds without any.',
  'ActionTrigger.config.phrase_triggers': 'The phrases; any one of them triggers the action.',
  'ActionTrigger.config.phrase_triggers.phrase': 'The phrase, in upper or lower case.',
  'ActionTrigger.config.phrase_triggers.conditions': "How the agent's words are compared with the phrase.",
};

/** What the fields of actions mean. */
export const actionDescriptions = {
  Action: 'Something that an agent can do in a call besides talking: one of six kinds, told apart by `type`.',
  ActionInput: 'An action to be created: one of six kinds, told apart by `type`.',
  OlderActionInput:
    'An action given in place: one of the three kinds of the older shape, told apart by `type`.',
  CompactAction: 'The action in brief, without what triggers it.',
  UpdateActionBody:
    'The fields of the action to change: those of its own kind; one that is left out stays as it is.',
  ActionTransferCall:
    'Connects the callee with another telephone number, which rings for 30 seconds; the agent leaves the call. When nobody can be reached there, the callee comes back to the agent, and the conversation goes on.',
  ActionEndConversation: 'Says goodbye, and ends the call when that was heard.',
  ActionSetHold:
    'Holds the line when the other side asks for it: the agent hears and keeps what is said, and says nothing until it is greeted (“hello?”), thanked for waiting or called by its name.',
  ActionDtmf: 'Presses keys of the telephone; the language model says which.',
  ActionAddToConference:
    'Calls a further person, whose phone rings for 30 seconds, and makes the call a conference of the two; the agent leaves the call. When nobody can be reached there, the callee comes back to the agent, and the conversation goes on.',
  ActionExternal: 'Asks a service of yours over HTTP and lets the agent go on with its answer.',
  ActionTriggerFunctionCall: 'The language model decides when the action is taken.',
  ActionTriggerPhraseBased: 'The action is taken when the agent was heard to say one of some phrases.',

  'Action.type': 'The kind of action; it cannot be changed later.',
  'Action.config': 'What the action needs to know; empty for kinds that need nothing.',
  'Action.config.phone_number': 'The telephone number that is called, in E.164.',
  'Action.config.place_primary_on_hold':
    'Whether the callee is on hold, with music, until the further person has answered; if not, the line is silent.',
  'Action.config.name': 'What the language model knows the action by.',
  'Action.config.description': 'What tells the language model when to take the action.',
  'Action.config.url':
    'Where the request goes: a POST of {call_id, payload} as JSON, which has 10 seconds to be answered with a 2xx and {result, agent_message?} of at most 64 KB. The result is for the language model (its first 16,000 characters), the message is said to the callee word for word. When anything goes wrong, the language model is told and says so.',
  'Action.config.input_schema':
    'JSON schema of the payload, which the language model fills. References stay within it, and what refers to itself does so by a property or an item, in one way. Patterns have neither backreferences nor lookarounds, and the next character tells which part of a pattern it belongs to, so that matching never takes long.',
  'Action.config.speak_on_send':
    'Whether the agent says something short before the request, if it has said nothing in this turn yet. If not, it does so when the answer takes longer than two seconds.',
  'Action.config.speak_on_receive':
    'Whether the agent speaks of the result as soon as it has come; if not, it knows it when it next speaks.',
  'Action.config.signature_secret':
    'Secret in base64 that signs the request: the header x-action-signature is the base64 of the HMAC-SHA256 of the body. One is made if none is given.',
  'Action.action_trigger': 'What makes the agent take the action.',
  'Action.action_trigger.type': 'The kind of trigger.',
  'Action.action_trigger.config': 'What the trigger needs to know: nothing.',
  'ActionTrigger.type': 'The kind of trigger.',
  'ActionTrigger.config': 'What the trigger needs to know; empty for kinds that need nothing.',
  'ActionTrigger.config.phrase_triggers': 'The phrases; any one of them triggers the action.',
  'ActionTrigger.config.phrase_triggers.phrase': 'The phrase, in any mixture of upper and lower case.',
  'ActionTrigger.config.phrase_triggers.conditions': 'How what the agent says is held against the phrase.',
};

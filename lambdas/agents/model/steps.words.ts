/** An exit of a step, and of `always`. */
const exitWords = {
  when: `A condition on the values, in CEL (https://cel.dev), such as account.overdue > 0. Further variables: visits (how often the step was entered), silences (silences since the contact last spoke) and attempts (values of this step that were not understood). It does not hold while a value that it needs is missing. At most one function in it goes through a list, and none matches patterns.`,
  if: 'When to take the exit, in words for the language model.',
  to: 'The name of the step, or of the handoff, to which the exit leads.',
  from: 'tool: all values in `when` must come from an action’s result.',
  confirmed: 'true: the contact must have confirmed all values in `when`.',
};

const exitsAt = (place: string) =>
  Object.fromEntries(Object.entries(exitWords).map(([field, text]) => [`${place}.${field}`, text]));

export const words = {
  ValueType: 'What a value is.',
  ValueSource:
    'Where a value comes from: the contact, the result of an action, the context of the call, or the call itself.',
  'Agent.steps.entry': 'The name of the step in which a call begins.',
  'Agent.steps.values':
    'What the call knows apart from what its steps collect, by name: variables of the conditions, null until they are known.',
  'Agent.steps.values.from':
    'Where the value may come from. contact: what a step collects. tool: the field of this name in the result of an external action. context: the key of this name in the call’s context. call: a fact of the call (contact_number, direction, now or today). From elsewhere it is refused.',
  'Agent.steps.steps': 'The steps, by name.',
  'Agent.steps.steps.say': `What the agent says when the step begins, word for word, without the language model. \${name} stands for a value of the call, or of its context.`,
  'Agent.steps.steps.do':
    'The action to run, by its name, without the language model. Without exits, the call then returns to the step before.',
  'Agent.steps.steps.goal':
    'What the agent is to achieve in this step. It is added to its prompt while the step lasts.',
  'Agent.steps.steps.collect':
    'The values to get from the contact, by name. When all of them stand, the else is taken.',
  'Agent.steps.steps.collect.type':
    'What the value is. It decides how it is understood, checked and read back.',
  'Agent.steps.steps.collect.description': 'What the value is, in words for the language model.',
  'Agent.steps.steps.collect.choices': 'The permitted values of the type choice.',
  'Agent.steps.steps.collect.confirm':
    'How the contact confirms the value, which does not stand before. read_back: it is read back. spell: it is spelled.',
  'Agent.steps.steps.collect.keypad':
    'Whether the contact may key the value in (offer) or has to (only); null if it is only spoken.',
  'Agent.steps.steps.actions':
    'The names of the actions that the language model may use in this step. Without them, it may use all of the agent’s.',
  'Agent.steps.steps.secure':
    'Whether what is said and keyed in during this step stays out of recordings, transcripts and events.',
  'Agent.steps.steps.next':
    'The exits of the step. One with `when` comes before one with `if`. Exactly one has neither: the else. A step without exits lasts until an exit in `always` or a handoff is taken.',
  'Agent.steps.always': 'Exits that can be taken from every step.',
  'Agent.steps.always.at_most_every':
    'The number of the contact’s turns in which the exit is taken at most once.',
  ...exitsAt('Agent.steps.steps.next'),
  ...exitsAt('Agent.steps.always'),
  'Agent.steps.handoffs': 'Other agents that the call can be handed to, by name.',
  'Agent.steps.handoffs.agent':
    'The agent that takes over, by its id, in the version that most of its calls get when this call is created. While an agent refers to it, it cannot be deleted.',
  'Agent.steps.handoffs.if':
    'When to hand over from any step, in words for the language model; null if only exits lead to it.',
  'Agent.steps.handoffs.carry': 'The names of the values that the other agent gets.',
  'Agent.steps.handoffs.history':
    'What the other agent knows of the conversation: what was said and done (all), what was said (words), the last messages (last), or nothing (none).',
  'Agent.steps.handoffs.history.last': 'The number of messages.',
  'Agent.steps.handoffs.voice': 'Whether the voice stays the same (keep) or becomes the other agent’s (own).',
};

export const words = {
  AgentSteps:
    'The steps of an agent: each has one job, and exits that lead to other steps. Code decides an exit with `when`, the language model one with `if`; the else is taken when no other is.',
  'AgentSteps.entry': 'The name of the step in which a call begins.',
  'AgentSteps.values':
    'What the call knows apart from what its steps collect, by name: variables of the conditions, null until they are known.',
  'AgentSteps.values.from':
    'Where the value may come from. contact: what a step collects. tool: the field of this name in the result of an external action. context: the key of this name in the call’s context. call: a fact of the call. From elsewhere it is refused.',
  'AgentSteps.steps': 'The steps, by name.',
  'AgentSteps.steps.say': `What the agent says when the step begins, word for word, without the language model. \${name} stands for a value of the call, or of its context.`,
  'AgentSteps.steps.do':
    'The action to run, by its name, without the language model. Without exits, the call then returns to the step before.',
  'AgentSteps.steps.goal':
    'What the agent is to achieve in this step. It is added to its prompt while the step lasts.',
  'AgentSteps.steps.collect':
    'The values to get from the contact, by name. When all of them stand, the else is taken.',
  'AgentSteps.steps.collect.type':
    'What the value is. It decides how it is understood, checked and read back.',
  'AgentSteps.steps.collect.description': 'What the value is, in words for the language model.',
  'AgentSteps.steps.collect.choices': 'The permitted values of the type choice.',
  'AgentSteps.steps.collect.confirm':
    'How the contact confirms the value, which does not stand before. read_back: it is read back. spell: it is spelled.',
  'AgentSteps.steps.collect.keypad':
    'Whether the contact may key the value in (offer) or has to (only); null if it is only spoken.',
  'AgentSteps.steps.actions':
    'The names of the actions that the language model may use in this step. Without them, it may use all of the agent’s.',
  'AgentSteps.steps.secure':
    'Whether what is said and keyed in during this step stays out of recordings, transcripts and events.',
  'AgentSteps.steps.next':
    'The exits of the step. One with `when` comes before one with `if`. Exactly one has neither: the else. A step without exits lasts until an exit in `always` or a handoff is taken.',
  'AgentSteps.always': 'Exits that can be taken from every step.',
  'AgentSteps.always.at_most_every':
    'The number of the contact’s turns in which the exit is taken at most once.',
  'AgentSteps.when': `A condition on the values, in CEL (https://cel.dev), such as account.overdue > 0. Further variables: visits (how often the step was entered), silences (silences since the contact last spoke) and attempts (values of this step that were not understood). It does not hold while a value that it needs is missing. At most one function in it goes through a list, and none matches patterns.`,
  'AgentSteps.if': 'When to take the exit, in words for the language model.',
  'AgentSteps.to': 'The name of the step, or of the handoff, to which the exit leads.',
  'AgentSteps.next.from': 'tool: all values in `when` must come from an action’s result.',
  'AgentSteps.next.confirmed': 'true: the contact must have confirmed all values in `when`.',
  'AgentSteps.always.from': 'tool: all values in `when` must come from an action’s result.',
  'AgentSteps.always.confirmed': 'true: the contact must have confirmed all values in `when`.',
  'AgentSteps.handoffs': 'Other agents that the call can be handed to, by name.',
  'AgentSteps.handoffs.agent': 'The agent that takes over.',
  'AgentSteps.handoffs.if':
    'When to hand over from any step, in words for the language model; null if only exits lead to it.',
  'AgentSteps.handoffs.carry': 'The names of the values that the other agent gets.',
  'AgentSteps.handoffs.history': 'Whether the other agent knows what was said (words) or not (none).',
  'AgentSteps.handoffs.voice': 'Whether the voice stays the same (keep) or becomes the other agent’s (own).',
};

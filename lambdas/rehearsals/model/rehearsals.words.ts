export const words = {
  Rehearsal:
    'A conversation with an agent by text. It runs the same code as a telephone call, without a telephone.',
  'Rehearsal.id': 'Identifier of the rehearsal.',
  'Rehearsal.agent': 'The agent, as it was when the rehearsal began.',
  'Rehearsal.agent_version':
    'The version of the agent in the rehearsal; absent if the rehearsal began with a `draft`.',
  'Rehearsal.status':
    'Whether the agent still listens. `ended` after the agent said goodbye or would have transferred the call.',
  'Rehearsal.handed_to':
    'The transfer or conference action that would have taken over the call; null for none. Nothing is dialed.',
  'Rehearsal.on_hold':
    'Whether the agent is on hold. It answers again when the caller greets it, thanks it for waiting or calls it by its name.',
  'Rehearsal.created_at': 'When the rehearsal began. It takes lines for an hour.',
  'Rehearsal.context': `Values for \${name} in the prompt and the initial message; null for none.`,
  'Rehearsal.answering':
    'The words that the agent has said so far, if an answer is under way; otherwise null.',
  'Rehearsal.turns': 'The turns in their order, as in calls.',
  'Rehearsal.knowledge': 'What the model got from the vector database, one entry per line of the caller.',
  'Rehearsal.knowledge.turn': 'The turn number of the caller’s line.',
  'Rehearsal.knowledge.passages': 'The passages, best first.',
  RehearsalInput: 'A new rehearsal.',
  'RehearsalInput.agent': 'An existing agent: its id, or an object with its `id`.',
  'RehearsalInput.agent_version':
    'The version of the agent; absent or null for the version that calls use. With a `draft`, absent or null for the agent as it is now.',
  'RehearsalInput.draft':
    'Changes of the agent for this rehearsal alone, in the form of an agent update; null for none. They are checked like an update, but not stored. The prompt, the voice, the actions and the webhook may be new or changed. A new or changed vector database or account connection is refused (422, `not_stored`): store it first, then give its id.',
  'RehearsalInput.context': `Values for \${name} in the prompt and the initial message; null for none. A rehearsal does not request the agent’s context endpoint.`,
  ForkInput: 'Where the new rehearsal continues from.',
  'ForkInput.before':
    'The turn number of a line of the caller. The new rehearsal keeps the turns before it; send your new line next.',
  LineInput: 'A line of the caller: either words or keys.',
  'LineInput.text': 'What the caller says; null if you send `keys`.',
  'LineInput.keys':
    'The keys that the caller presses: 0 to 9, * and #; null if you send `text`. The agent needs `dtmf_input`.',
};

export const examples = {
  'ForkInput.before': 2,
  LineInput: { text: 'I would like an appointment.' },
  'Rehearsal.knowledge': [{ turn: 2, passages: ['We are closed on Fridays.'] }],
  'RehearsalInput.agent_version': 3,
};

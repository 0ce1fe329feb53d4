/** Descriptions of an agent's related records, where each may be inline. */
const givenRelations = (component: string) => ({
  [`${component}.prompt`]: 'The agent’s instructions: a prompt, by id, as text or as an object.',
  [`${component}.voice`]: 'The voice that the agent speaks with, by id or as an object.',
  [`${component}.actions`]: 'The agent’s actions, each by id or as an object.',
  [`${component}.webhook`]:
    'Where events of the agent’s calls are delivered: a webhook, by id or as an object; null for nowhere.',
  [`${component}.vector_database`]:
    'The agent’s knowledge: a vector database, by id or as an object; null for none.',
  [`${component}.llm_account_connection`]:
    'The language-model account to use instead of the service’s own: a connection of type account_connection_llm, by id or as an object; null for none.',
});

/** Descriptions of agents. */
export const agentDescriptions = {
  Agent: 'A configured caller: its instructions, its voice and its actions.',
  AgentInput: 'The new agent, in the newer or in the older shape.',
  NewerAgentInput:
    'A new agent. Each related record is given by its id or as an object. An object with an `id` names an existing record, and its other fields are ignored; one without is a new record, created with the agent.',
  InlineAgentInput:
    'A new agent, created with the record that uses it. Each related record is given by its id or as an object. An object with an `id` names an existing record, and its other fields are ignored; one without is a new record, created with the agent.',
  OlderAgentInput:
    'A new agent in the older shape: the prompt as text, the voice and the actions by id or as objects.',
  ListedAgent: 'An agent in a list: in reference form, its related records by id.',
  ExpandedAgent: 'The agent with all its settings and its related records inline.',
  CompactAgent: 'The compact agent of calls: its prompt as text, and no further settings.',
  AgentUpdateInput:
    'The settings to change: a missing one stays unchanged, and null clears an optional one. A related record is given by its id or as an object. An object with an `id` names an existing record. An object without one changes the record that the agent has: only the fields that it names. If the agent has none, or the `type` changes, it is a new record and must be whole.',
  CreateAgentResponse:
    'The new agent: expanded after a body in the newer shape, compact after one in the older.',

  'Agent.prompt': 'The agent’s instructions: a prompt, by id.',
  'ExpandedAgent.prompt': 'The agent’s instructions.',
  'CompactAgent.prompt': 'The agent’s instructions, as text.',
  'OlderAgentInput.prompt': 'The agent’s instructions, as text; a prompt is created from it.',
  'Agent.voice': 'The voice that the agent speaks with, by id.',
  'ExpandedAgent.voice': 'The voice that the agent speaks with.',
  'CompactAgent.voice':
    'The voice that the agent speaks with, as the voice’s own operations show it. The snapshot in a call keeps no `api_key`.',
  'OlderAgentInput.voice': 'The voice that the agent speaks with, by id or as an object.',
  'Agent.actions': 'The agent’s actions, by id.',
  'ExpandedAgent.actions': 'The agent’s actions.',
  'CompactAgent.actions': 'The agent’s actions, each in brief.',
  'OlderAgentInput.actions': 'The agent’s actions, each by id or as an object.',
  'Agent.webhook': 'Where events of the agent’s calls are delivered: a webhook, by id; null for nowhere.',
  'ExpandedAgent.webhook': 'Where events of the agent’s calls are delivered; null for nowhere.',
  'CompactAgent.webhook':
    'Where events of the agent’s calls are delivered, without the secret; null for nowhere.',
  'Agent.vector_database': 'The agent’s knowledge: a vector database, by id; null for none.',
  'ExpandedAgent.vector_database': 'The agent’s knowledge; null for none.',
  'Agent.llm_account_connection':
    'The language-model account to use instead of the service’s own: a connection of type account_connection_llm, by id; null for none.',
  'ExpandedAgent.llm_account_connection':
    'The language-model account to use instead of the service’s own; null for none.',
  'ListedAgent.llm_account_connection':
    'The language-model account to use instead of the service’s own, its key shown as [redacted]; null for none.',
  ...givenRelations('NewerAgentInput'),
  ...givenRelations('InlineAgentInput'),
  ...givenRelations('AgentUpdateInput'),
  'AgentUpdateInput.prompt':
    'The agent’s instructions: another prompt by id, or changes to the agent’s own, as text (its content) or as an object. They cannot make it empty.',
  'AgentUpdateInput.actions':
    'The agent’s actions, all of them: each by id, as an object with an `id` and with the fields of that action to change, or as a new action.',
  'InlineAgentInput.voice':
    'The voice that the agent speaks with, by id or as an object; null for the service’s own.',
  'Agent.name': 'Your name for the agent; the callee does not hear it. Null for none.',
  'Agent.language': 'The language that the agent speaks and hears, by ISO 639-1 code.',
  'Agent.initial_message': `What the agent says first, with \${name} filled in from the call’s context; null lets the callee speak first.`,
  'Agent.interrupt_sensitivity': 'How readily the agent stops talking when the callee starts (barge-in).',
  'Agent.context_endpoint': `URL that is asked for the context of a call when it is answered, which fills \${name} in the prompt and the initial message; null for that of the prompt. It is asked by GET with the number of the other side as phone_number in the query, has 3 seconds, twice, and answers a flat JSON object of texts, numbers and booleans: at most 64 KB, 50 entries and 2,000 characters each. Where it fails, the call goes on without.`,
  'Agent.noise_suppression':
    'Whether the callee’s background noise is suppressed, if the operator has enabled that at the telephony vendor.',
  'Agent.endpointing_sensitivity':
    'How soon a pause of the callee ends their turn: relaxed waits longer, sensitive less.',
  'Agent.ivr_navigation_mode':
    'Whether the agent navigates the menus of a voice-response system: it can press keys, even without action_dtmf, listens to menus to their end, and is patient.',
  'Agent.conversation_speed':
    'How quickly the agent answers, as a factor: above 1 it waits less before it answers, below 1 it waits longer.',
  'Agent.initial_message_delay':
    'Seconds between the answering of the call and the initial message. If the callee speaks first, the message is dropped and the conversation begins with their words.',
  'Agent.llm_model_name_override':
    'Name of the language model to use; it needs llm_account_connection. Null for the default one.',
  'Agent.ask_if_human_present_on_idle':
    'Whether the agent asks if the callee is there after a silence of idle_time_seconds.',
  'Agent.run_do_not_call_detection':
    'Whether the agent reacts to a request to be put on the do-not-call list: it promises so, ends the call, and calls to the number are refused from then on.',
  'Agent.llm_fallback':
    'The language model that continues in the same turn if the usual one fails or is silent for a second and a half; null for none.',
  'Agent.llm_fallback.provider':
    'The vendor of the model: llm_vendor_a is the vendor of the default model and of llm_account_connection, llm_vendor_b another.',
  'Agent.llm_fallback.model_name':
    'The vendor’s name of the model. The service’s own account permits some models, which the refusal of any other name lists; at llm_vendor_a, other models are used through llm_account_connection.',
  'Agent.speech_keywords':
    'Words that speech recognition should expect, each with a number for its strength (its boost); null for none. The telephony vendor supports no boost: words with a positive one are expected alike, others are dropped.',
  'Agent.idle_time_seconds':
    'Silence timeout in seconds; null for 15. A call ends with a goodbye after 30 seconds of silence, or after ten minutes if ivr_navigation_mode is default. It never ends before the silence timeout, nor before the callee had up to 10 seconds to answer the question whether they are there. On hold, the line may be silent for longer.',
  'Agent.llm_temperature':
    'How freely the language model chooses its words: 0 always takes the likeliest, 1 varies the most.',
};

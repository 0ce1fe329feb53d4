/** What a component means by an agent's related records, where each may be given as an object. */
const givenRelations = (component: string) => ({
  [`${component}.prompt`]: 'What the agent is told about its task: a prompt, by id or as an object.',
  [`${component}.voice`]: 'The voice that the agent speaks with, by id or as an object.',
  [`${component}.actions`]: 'What the agent can do besides talking: each action by id or as an object.',
  [`${component}.webhook`]:
    'Where events of the agent’s calls are delivered: a webhook, by id or as an object; null for nowhere.',
  [`${component}.vector_database`]:
    'Where the agent looks up knowledge: a vector database, by id or as an object; null for none.',
  [`${component}.llm_account_connection`]:
    'The account at a language-model vendor that is used in place of the service’s own: a connection of type account_connection_llm, by id or as an object; null for none.',
});

/** What the fields of agents mean. */
export const agentDescriptions = {
  Agent: 'A configured caller: what it is told to do, how it sounds, and what it can do besides talking.',
  AgentInput: 'An agent to be created, in the newer or in the older shape.',
  NewerAgentInput:
    'An agent to be created. Each related record is given by its id or as an object: one with an `id` names a record, of which nothing else counts, and one without is a new record, which is created with the agent.',
  InlineAgentInput:
    'An agent to be created with what uses it. Each related record is given by its id or as an object: one with an `id` names a record, of which nothing else counts, and one without is a new record, which is created with the agent.',
  OlderAgentInput:
    'An agent to be created in the older shape: the prompt as text, the voice and the actions by id or as objects.',
  ExpandedAgent: 'The agent with all its settings and its related records in it.',
  CompactAgent: 'The agent in brief, as calls carry it: its prompt as text, and no further settings.',
  AgentUpdateInput:
    'The settings to change: one that is left out stays as it is, and null clears an optional one. Related records are given as when an agent is created.',
  CreateAgentResponse:
    'The new agent: expanded after a body in the newer shape, compact after one in the older.',

  'Agent.prompt': 'What the agent is told about its task: a prompt, by id.',
  'ExpandedAgent.prompt': 'What the agent is told about its task.',
  'CompactAgent.prompt': 'What the agent is told about its task, as text.',
  'OlderAgentInput.prompt': 'What the agent is told about its task, as text; a prompt is created from it.',
  'Agent.voice': 'The voice that the agent speaks with, by id.',
  'ExpandedAgent.voice': 'The voice that the agent speaks with.',
  'CompactAgent.voice': 'The voice that the agent speaks with.',
  'OlderAgentInput.voice': 'The voice that the agent speaks with, by id or as an object.',
  'Agent.actions': 'What the agent can do besides talking: actions, by id.',
  'ExpandedAgent.actions': 'What the agent can do besides talking.',
  'CompactAgent.actions': 'What the agent can do besides talking, each action in brief.',
  'OlderAgentInput.actions': 'What the agent can do besides talking: each action by id or as an object.',
  'Agent.webhook': 'Where events of the agent’s calls are delivered: a webhook, by id; null for nowhere.',
  'ExpandedAgent.webhook': 'Where events of the agent’s calls are delivered; null for nowhere.',
  'CompactAgent.webhook':
    'Where events of the agent’s calls are delivered, without the secret; null for nowhere.',
  'Agent.vector_database': 'Where the agent looks up knowledge: a vector database, by id; null for none.',
  'ExpandedAgent.vector_database': 'Where the agent looks up knowledge; null for none.',
  'Agent.llm_account_connection':
    'The account at a language-model vendor that is used in place of the service’s own: a connection of type account_connection_llm, by id; null for none.',
  'ExpandedAgent.llm_account_connection':
    'The account at a language-model vendor that is used in place of the service’s own; null for none.',
  ...givenRelations('NewerAgentInput'),
  ...givenRelations('InlineAgentInput'),
  ...givenRelations('AgentUpdateInput'),
  'InlineAgentInput.voice':
    'The voice that the agent speaks with, by id or as an object; null for the service’s own.',
  'Agent.name': 'What you call the agent; the callee does not hear it. Null for none.',
  'Agent.language': 'The language that the agent speaks and hears, by ISO 639-1 code.',
  'Agent.initial_message': `What the agent says first, with \${name} filled in from the call’s context; null lets the callee speak first.`,
  'Agent.interrupt_sensitivity': 'How readily the agent stops talking when the callee starts.',
  'Agent.context_endpoint': `URL that is asked for the context of a call when it is answered, which fills \${name} in the prompt and the initial message; null for that of the prompt. It is asked by GET with the number of the other side as phone_number in the query, has 3 seconds, twice, and answers a flat JSON object of texts, numbers and booleans: at most 64 KB, 50 entries and 2,000 characters each. Where it fails, the call goes on without.`,
  'Agent.noise_suppression':
    'Whether noise in the background of the callee is to be suppressed, where whoever runs the service has enabled that at the telephony vendor.',
  'Agent.endpointing_sensitivity':
    'How soon a pause of the callee counts as the end of what they say: relaxed waits longer, sensitive less.',
  'Agent.ivr_navigation_mode':
    'Whether the agent finds its way through the menus of a voice-response system: it can press keys, even without action_dtmf, hears menus out, and is patient.',
  'Agent.conversation_speed':
    'How quickly the agent answers, as a factor: above 1 it waits less before it answers, below 1 it waits longer.',
  'Agent.initial_message_delay':
    'Seconds between the answering of the call and the initial message, which is not said any more to who speaks first; the conversation then begins with their words.',
  'Agent.llm_model_name_override':
    'Name of the language model to use through llm_account_connection, which it needs: without one it is refused. Null for the usual one.',
  'Agent.ask_if_human_present_on_idle':
    'Whether the agent asks if anybody is there when nothing was said for as long as idle_time_seconds says.',
  'Agent.run_do_not_call_detection':
    'Whether the agent takes note when the other side asks not to be called again: it promises so, ends the call, and calls to their number are refused from then on.',
  'Agent.llm_fallback':
    'The language model that is asked in the same turn when the usual one fails or says nothing for a second and a half, and goes on where that one broke off; null for none.',
  'Agent.llm_fallback.provider':
    'The vendor of the model: llm_vendor_a is that of the usual model and of llm_account_connection, llm_vendor_b another.',
  'Agent.llm_fallback.model_name':
    'The vendor’s name of the model. The service’s own account offers some models, which the answer to any other name lists; at llm_vendor_a, other models are asked through llm_account_connection.',
  'Agent.speech_keywords':
    'Words that speech recognition should expect, each with a number that says how strongly (its boost); null for none. The telephony vendor takes no boost: words with a positive one are all expected alike, others are left out.',
  'Agent.idle_time_seconds':
    'Seconds without a word after which the callee counts as idle; null for 15. A call in which nobody speaks for 30 seconds in all, or for ten minutes where ivr_navigation_mode is default, ends with a goodbye, though never before the callee counts as idle, and has had up to 10 seconds to answer if they were asked. The line may be silent for longer while it is on hold.',
  'Agent.llm_temperature':
    'How freely the language model chooses its words: 0 always takes the likeliest, 1 varies the most.',
};

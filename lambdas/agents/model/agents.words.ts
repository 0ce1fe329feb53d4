export const words = {
  Agent: 'What talks in a call: its instructions, its voice, its actions and its settings.',
  'Agent.prompt': 'The agent’s instructions.',
  'Agent.voice': 'The voice that the agent speaks with.',
  'Agent.actions': 'The agent’s actions.',
  'Agent.webhook': 'The webhook that gets the events of the agent’s calls; null for none.',
  'Agent.vector_database': 'The agent’s knowledge; null for none.',
  'Agent.llm_account_connection':
    'The language-model account to use instead of the service’s own; null for none.',
  'Agent.name': 'Your name for the agent, which the callee does not hear; null for none.',
  'Agent.language': 'The language that the agent speaks and hears, as ISO 639-1 code.',
  'Agent.initial_message': `What the agent says first; null lets the callee speak first. \${name} stands for a value of the call’s context.`,
  'Agent.interrupt_sensitivity': 'How readily the agent stops talking when the callee interrupts (barge-in).',
  'Agent.context_endpoint': `URL that supplies the context of a call when it is answered; null for the URL of the prompt. The context fills \${name} in the prompt and the initial message. The request is a GET with phone_number in the query: the number of the caller or callee. Answer within 3 seconds; the request is repeated once. Answer a flat JSON object of strings, numbers and booleans: at most 64 KB, 50 entries, and 2,000 characters each. Other entries are left out. If both requests fail, the call continues without this context.`,
  'Agent.noise_suppression':
    'Whether to suppress the callee’s background noise. The operator must have enabled this at the telephony vendor.',
  'Agent.endpointing_sensitivity':
    'How soon a pause of the callee ends their turn. relaxed waits longer, sensitive less.',
  'Agent.ivr_navigation_mode':
    'Whether the agent navigates the menus of a voice-response system. If it does, it can press keys even without action_dtmf, and listens to menus to their end. It also waits longer in silence (see idle_time_seconds).',
  'Agent.conversation_speed':
    'How quickly the agent answers, as a factor. Above 1 it answers sooner, below 1 later.',
  'Agent.initial_message_delay':
    'Seconds from the answer of the call to the initial message. If the callee speaks first, the agent drops the message and answers their words.',
  'Agent.llm_model_name_override':
    'Name of the language model to use; null for the default one. It needs llm_account_connection, unless the service has the model at Amazon Bedrock.',
  'Agent.ask_if_human_present_on_idle':
    'Whether the agent asks, after a silence of idle_time_seconds, if the callee is still there.',
  'Agent.run_do_not_call_detection':
    'Whether the agent acts on a request to be put on the do-not-call list. If it does, it confirms the request and ends the call. From then on, calls to the number are refused.',
  'Agent.llm_fallback':
    'The language model that takes over within the same turn; null for none. It does so if the usual model fails, or sends nothing for 1.5 seconds.',
  'Agent.llm_fallback.provider':
    'The vendor of the model. llm_vendor_a has the default model and the accounts of llm_account_connection. llm_vendor_b is another vendor. bedrock is Amazon Bedrock.',
  'Agent.llm_fallback.model_name':
    'The vendor’s name for the model. The service’s account permits some models; the error for any other name lists them. At llm_vendor_a, you can use other models through llm_account_connection.',
  'Agent.speech_keywords':
    'Words that speech recognition should expect, each with a boost (a number); null for none. The telephony vendor has no boost. It gets all words with a positive boost, and none of the others.',
  'Agent.idle_time_seconds':
    'Silence timeout in seconds; null for 15. After 30 seconds of silence, the agent says goodbye and ends the call. With ivr_navigation_mode default, it does so after ten minutes. A longer silence timeout postpones this end. If the agent asks whether the callee is there, the callee has up to 10 seconds to answer. On hold, the line may be silent longer.',
  'Agent.languages':
    'Further languages that the agent speaks; null for none. The agent changes to the language that the caller asks for. It also changes to the one that it hears, if the telephony vendor can detect all of them (not id and ko). The initial message is in `language`. The service’s own sentences are in the language spoken at the time.',
  'Agent.languages.language': 'The language, as ISO 639-1 code.',
  'Agent.languages.voice_name':
    'The name of a voice of the telephony vendor for this language. If null, the agent’s own voice is used if it speaks all languages (voice_vendor_c). Otherwise the vendor’s default voice is used.',
  'Agent.call_screening': `What the agent tells a call screener, in an outbound call: who is calling, and why. Says it word for word, then waits up to a minute for the person and greets them. \${name} stands for a value of the call’s context. null lets the language model answer.`,
  'Agent.call_screening.identity': 'Who is calling, such as “Ada of Lakeside Dental”.',
  'Agent.call_screening.purpose': 'Why, such as “About your appointment on Tuesday”.',
  'Agent.voicemail_message': `What the agent says after the beep of a voicemail, in calls with on_no_human_answer leave_message. \${name} stands for a value of the call’s context. null lets the language model write the message.`,
  'Agent.dtmf_input':
    'How the agent listens for keys that the caller presses on the telephone. null: the agent ignores keys, and a key does not interrupt it. The keys of an entry are one turn of the caller, such as [keys 123].',
  'Agent.dtmf_input.terminator': 'The key that ends an entry and is not part of it: # or *; or none.',
  'Agent.dtmf_input.timeout_seconds': 'Seconds without another key after which an entry ends.',
  'Agent.dtmf_input.max_length':
    'The number of keys after which an entry ends. Later keys are the next entry, except a terminator right after the last one.',
  'Agent.mask_dtmf':
    'Whether to hide the keys that callers press (••••) in transcripts, events, actions and collected fields. The language model and the services of external actions still get them. A recording of the call has their tones.',
  'Agent.llm_temperature':
    'How freely the language model chooses its words: 0 takes the likeliest, 1 varies the most. It is not sent to models that do not support temperature.',
  'Agent.timezone': `The IANA name of the time zone in which the agent tells the time, and of \${now} and \${today} in its texts, such as Europe/Berlin; null for that of the number called, if its country has one, or else of the service.`,
  'Agent.steps':
    'The steps of the agent, each with one job, and exits that lead to other steps; null for an agent that has only its prompt. Code decides an exit with `when`, the language model one with `if`; the else is taken when no other is. An update replaces the whole object.',
  'Agent.turn_taking':
    'How the agent takes turns, in addition to endpointing_sensitivity; null for the defaults of the language. An update replaces the whole object. A value that conflicts with one of the agent’s languages or another value gets 422 `unsupported_pair`.',
  'Agent.turn_taking.transcription_model':
    'The model that transcribes the callee. flux also judges whether the callee has finished. It is the default in English. It also supports es, de, hi, pt, fr, nl, it and ja, and then detects the language by itself. It does not support id and ko, so an agent with one of them in `languages` cannot use it. The other models end a turn after a silence. With several languages, nova-2-general detects only en and es; with others it expects the one spoken at the time.',
  'Agent.turn_taking.end_of_turn_confidence':
    'How confident flux must be that the callee has finished. A higher value waits longer and interrupts less. The default depends on endpointing_sensitivity: sensitive 0.7, auto 0.8, relaxed 0.9.',
  'Agent.turn_taking.longest_silence_ms':
    'Milliseconds of silence that end a turn, even if flux judges that the callee has not finished. With another model, this silence alone ends a turn. The default with flux depends on endpointing_sensitivity: sensitive 1,500, auto 2,500, relaxed 4,000. It is divided by conversation_speed.',
  'Agent.turn_taking.turn_detection':
    'Whether the telephony vendor’s own model judges the end of a turn, in place of flux or a silence. It supports en only. It is neither PCI compliant nor HIPAA eligible, so it conflicts with mask_dtmf, and calls with hipaa_compliant are refused.',
  'Agent.turn_taking.ask_ahead':
    'Whether to ask the language model when the callee pauses, before their turn is known to have ended. If the callee has finished, the agent answers about half a second earlier. If not, the answer is dropped: it is not spoken or stored, and its tools do not run. You pay for dropped answers. If flux never reports the words as final, the agent asks the callee to repeat them: within 3 seconds, or 0.25 seconds after a longest_silence_ms above 2,500. This needs flux.',
  'Agent.turn_taking.requests_ahead': 'The maximum number of such speculative requests in one turn.',
  'Agent.llm_reasoning_effort':
    'How much the language model reasons before it answers; null for the model’s default. The callee waits during this time. It is not sent to models that do not support it.',
  'Agent.drafts':
    'Whether updates make drafts. With drafts, calls use what was published last. Otherwise each update is published at once. The update that turns drafts on is itself published.',
  'Agent.publish_requires':
    'The ids of tests that a version must have passed before it is published; null for none. This needs drafts. The last run of each, as the test is now, must have passed with the version; otherwise publishing is refused with 409 `tests_not_passed`. Removing a test needs the scope agents:force.',
  'Agent.version': 'The number of the agent’s latest version.',
  'Agent.published': 'The versions that calls use, unless the call or the number called names others.',
  'Agent.analysis':
    'How a language model analyzes each finished call; null for no analysis. HIPAA-compliant calls are never analyzed.',
  'Agent.analysis.summary': 'Whether to summarize the call, in the agent’s language.',
  'Agent.analysis.success_rubric': 'When a call counts as a success, in your words; null to skip this.',
  'Agent.analysis.sentiment': 'Whether to judge how the contact felt at the end.',
  'Agent.analysis.extract':
    'What to extract: a JSON schema (draft 2020-12) with 1 to 30 `properties`; null for nothing. Each property is a field of the result and is checked by itself. Keywords that span several properties, such as `required`, have no effect. Patterns and references have the limits of an action’s `input_schema`.',
  AgentInput: 'The new agent, in the newer or in the older shape.',
  'AgentInput.actions': 'The agent’s actions, each by id or as an object.',
  'AgentInput.prompt': 'The agent’s instructions: a prompt, by id, as text or as an object.',
  NewerAgentInput:
    'A new agent. Give each related record by its id or as an object. An object with an `id` names an existing record; its other fields are ignored. An object without one is a new record, created with the agent.',
  'NewerAgentInput.voice': 'The voice that the agent speaks with, by id or as an object.',
  'NewerAgentInput.webhook':
    'The webhook that gets the events of the agent’s calls, by its id or as an object; null for none.',
  'NewerAgentInput.vector_database':
    'The agent’s knowledge: a vector database, by id or as an object; null for none.',
  'NewerAgentInput.llm_account_connection':
    'The language-model account to use instead of the service’s own: a connection of type account_connection_llm, by its id or as an object; null for none.',
  InlineAgentInput:
    'A new agent, created with the record that uses it. Give each related record by its id or as an object. An object with an `id` names an existing record; its other fields are ignored. An object without one is a new record, created with the agent.',
  'InlineAgentInput.voice':
    'The voice that the agent speaks with, by id or as an object; null for the service’s own.',
  'InlineAgentInput.webhook':
    'The webhook that gets the events of the agent’s calls, by its id or as an object; null for none.',
  'InlineAgentInput.vector_database':
    'The agent’s knowledge: a vector database, by id or as an object; null for none.',
  'InlineAgentInput.llm_account_connection':
    'The language-model account to use instead of the service’s own: a connection of type account_connection_llm, by its id or as an object; null for none.',
  'InlineAgentInput.prompt': 'The agent’s instructions: a prompt, by id, as text or as an object.',
  'InlineAgentInput.actions': 'The agent’s actions, each by id or as an object.',
  OlderAgentInput:
    'A new agent in the older shape: the prompt as text, the voice and the actions by id or as objects.',
  'OlderAgentInput.prompt': 'The agent’s instructions, as text; a prompt is created from it.',
  'OlderAgentInput.voice': 'The voice that the agent speaks with, by id or as an object.',
  ListedAgent: 'An agent in a list, in reference form: its related records by id.',
  'ListedAgent.prompt': 'The agent’s instructions: a prompt, by id.',
  'ListedAgent.voice': 'The voice that the agent speaks with, by id.',
  'ListedAgent.actions': 'The agent’s actions, by id.',
  'ListedAgent.webhook': 'The webhook that gets the events of the agent’s calls, by id; null for none.',
  'ListedAgent.vector_database': 'The agent’s knowledge: a vector database, by id; null for none.',
  'ListedAgent.llm_account_connection':
    'The language-model account to use instead of the service’s own, its key shown as [redacted]; null for none.',
  CompactAgent: 'The compact agent: its prompt as text, and no further settings.',
  'CompactAgent.prompt': 'The agent’s instructions, as text.',
  'CompactAgent.voice':
    'The voice that the agent speaks with, as in `GET /v1/voices`. The snapshot in a call has no `api_key`.',
  'CompactAgent.actions': 'The agent’s actions, each in brief.',
  'CompactAgent.webhook':
    'The webhook that gets the events of the agent’s calls, without its secret; null for none.',
  CalledAgent: 'The agent of a call in full, as the call got it.',
  'GetAgentQuery.view': '`full` shows the agent with all its settings and its related records inline.',
  AgentUpdateInput:
    'The settings to change. A setting that you leave out stays unchanged; null clears an optional one. Give a related record by its id or as an object. An object with an `id` names an existing record. An object without one changes the agent’s own record, in the given fields only. If the agent has no such record, or the `type` changes, the object is a new record and must be complete.',
  'AgentUpdateInput.prompt':
    'The agent’s instructions: another prompt by its id, or changes to the agent’s prompt. Give changes as text (the new content) or as an object. The content cannot become empty.',
  'AgentUpdateInput.voice': 'The voice that the agent speaks with, by id or as an object.',
  'AgentUpdateInput.actions':
    'All actions of the agent. Give each by its id, as a new action, or as an object with its `id` and the fields to change.',
  'AgentUpdateInput.webhook':
    'The webhook that gets the events of the agent’s calls, by its id or as an object; null for none.',
  'AgentUpdateInput.vector_database':
    'The agent’s knowledge: a vector database, by id or as an object; null for none.',
  'AgentUpdateInput.llm_account_connection':
    'The language-model account to use instead of the service’s own: a connection of type account_connection_llm, by its id or as an object; null for none.',
  CreateAgentResult: 'The new agent: expanded if the body had the newer shape, compact if it had the older.',
  ListedVersion: 'A version of an agent in a list. A version never changes.',
  ShownVersion: 'A version of an agent with its content.',
  'ShownVersion.tests': 'The latest results of stored tests with this version.',
  'Version.version': 'The number of the version. Each agent counts its versions from 1.',
  'Version.created_at': 'When the version was created.',
  'Version.origin': 'What created the version.',
  'Version.restored_from':
    'The version that a rollback restored; absent if the version does not come from a rollback.',
  'Version.is_latest': 'Whether it is the latest version.',
  'Version.published_weight': 'Its weight among the published versions; null if it is not published.',
  'Version.numbers': 'The number of your telephone numbers that name this version.',
  'Version.content': 'The agent in this version.',
  'Record.agent_id': 'The agent.',
  VersionOrigin:
    'What created a version: the creation of the agent, an update, or a rollback. A change made directly to its prompt, voice or actions also creates one, with the next call or request.',
  VersionedAgent: 'The agent as it was in a version, with its prompt, voice and actions, without secrets.',
  VersionNumber: 'The number of a version of an agent.',
  VersionSplit:
    'Versions of an agent with their weights. A caller or callee gets the same version in each call, by the hash of the telephone number.',
  'VersionSplit.version': 'The number of the version.',
  'VersionSplit.weight': 'Its share of calls, relative to the other weights.',
  VersionChoice: 'A version of an agent by its number, or a split of several by weight.',
  'PublishAgentBody.version':
    'The version, or a split of several; absent or null for the agent as it is now.',
  'PublishAgentBody.force':
    'Whether to publish although tests have not passed. It needs the scope agents:force, and the audit log shows it as publish_forced_at.',
  PublishAgentBody: 'What calls use from now on.',
  'RollbackAgentBody.version': 'The number of the version to restore.',
  'RollbackAgentBody.force':
    'Whether to restore although tests have not passed. It needs the scope agents:force, and the audit log shows it as publish_forced_at.',
  RollbackAgentBody: 'What to restore.',
  TestMark: 'The latest result of a stored test with a version of an agent.',
  'TestMark.test_id': 'The test.',
  'TestMark.name': 'The name of the test at that time.',
  'TestMark.status': 'The result.',
  'TestMark.not_checked':
    'How many expectations its runs could not check. A required test counts as passed only if this is 0.',
  'TestMark.run_id': 'The run.',
  'TestMark.at': 'When the test finished.',
  'TestMark.test_hash': 'A hash of the test’s content. It differs if the test was changed.',
  'DeleteAgentVersionResult.version': 'The number of the version that was deleted.',
  'DeleteAgentVersionResult.id': 'The agent.',
  DeleteAgentVersionResult: 'The deleted version.',
  'Query.version': 'The number of the version.',
  Language: 'A language, by ISO 639-1 code.',
};

export const examples = {
  'Agent.prompt': '0199a5d0-3c02-7a10-8b20-5f6e7d8c9b02',
  'Agent.version': 3,
  'Agent.drafts': false,
  'Agent.voice': '0199a5d0-3c03-7a10-8b20-5f6e7d8c9b03',
  'Agent.webhook': '0199a5d0-3c05-7a10-8b20-5f6e7d8c9b05',
  'Agent.actions': ['0199a5d0-3c04-7a10-8b20-5f6e7d8c9b04'],
  'Agent.vector_database': '0199a5d0-3c06-7a10-8b20-5f6e7d8c9b06',
  'Agent.llm_account_connection': '0199a5d0-3c07-7a10-8b20-5f6e7d8c9b07',
  'Agent.name': 'Front desk',
  'Agent.initial_message': 'Good morning, how can I help you?',
  'Agent.llm_fallback': { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' },
  'Agent.speech_keywords': { implant: 2 },
  'Agent.turn_taking': { ask_ahead: true, requests_ahead: 2 },
  'Agent.conversation_speed': 1,
  'Agent.idle_time_seconds': 15,
  'Agent.analysis': {
    summary: true,
    success_rubric: 'The human has an appointment.',
    sentiment: true,
    extract: { type: 'object', properties: { day: { type: 'string' }, guests: { type: 'integer' } } },
  },
  'Version.version': 3,
  'Version.origin': 'updated',
  'Version.is_latest': true,
  'Version.published_weight': 1,
  'Version.numbers': 1,
  'OlderAgentInput.prompt': `You answer for a dental practice. Offer \${name} an appointment.`,
};

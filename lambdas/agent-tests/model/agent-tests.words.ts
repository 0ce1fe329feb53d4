export const words = {
  Test: 'A test of an agent: what a contact does, and what the agent must do. Fields are as you wrote them.',
  'Test.$schema': 'The URL of the schema, for editors. It is not stored.',
  'Test.name': 'Your name for the test. It need not be unique.',
  'Test.labels': 'Labels by which tests are run together.',
  'Test.agent':
    'The agent by its name or id, optionally with a version: `receptionist`, `receptionist@12`, `receptionist@draft`.',
  'Test.clock': 'When the conversation begins. The default is a Monday morning in 2026.',
  'Test.context': `Values for \${name} in the prompt and the initial message.`,
  'Test.tools': 'What tools answer.',
  'Test.tools.unmocked':
    'What happens to a call that no mock answers. error: the test fails. real: your service is called. unavailable: the call fails as if the service were down.',
  'Test.tools.mocks':
    'Answers in place of services. The first mock that matches a call and has an answer left is used.',
  'Test.tools.mocks.tool': 'The name of the tool, as the language model knows it.',
  'Test.tools.mocks.when': 'Arguments that a call must have. Others may have any value.',
  'Test.tools.mocks.optional': 'Whether the mock may stay unused.',
  'Test.returns': 'The result of the tool: any JSON value.',
  'Test.error': 'The HTTP status with which the service fails, or `timeout` if it never answers.',
  'Test.agent_message': 'Words that the agent says at once, in addition to the result.',
  'Test.latency_ms':
    'Milliseconds that the tool takes on the clock of the test. The run does not wait for them.',
  'Test.tools.mocks.sequence': 'One answer per call, in order.',
  'Test.turns': 'What the contact does, turn by turn.',
  'Test.turns.contact': 'The contact’s words.',
  'Test.turns.keys': 'Keys that the contact presses.',
  'Test.turns.silence': 'How long nobody speaks, such as `20s`, `1500ms` or `2m`; at most an hour.',
  'Test.turns.hangs_up': 'The contact hangs up.',
  'Test.turns.interrupts_after_words':
    'The number of words of the agent’s answer after which the contact interrupts.',
  'Test.turns.after':
    'How long after the previous turn the contact acts, even while the agent speaks or works, such as `500ms`.',
  'Test.turns.final_after':
    'Partial words arrive while the contact speaks; the final ones follow this long after the last of them, or `never`.',
  'Test.turns.optional': 'Whether the call may end before this turn.',
  'Test.turns.expect': 'Expectations of this turn.',
  'Test.tool':
    'The agent calls this tool: its name, or an object with its name and arguments. Further arguments may have any value.',
  'Test.tool.name': 'The name of the tool, as the language model knows it.',
  'Test.tool.args':
    'Arguments that the call must have. Lists must be equal; in objects, other fields may have any value.',
  'Test.not_tool': 'The agent does not call this tool.',
  'Test.says': 'The agent says this: a part of its words, or an object. Case does not matter.',
  'Test.never_says': 'The agent does not say this: a part of its words, or an object. Case does not matter.',
  'Test.matches': 'A regular expression of JavaScript that must match a part of the words.',
  'Test.contains': 'A part of the words.',
  'Test.within_ms':
    'Milliseconds from the contact’s words or keys to the agent’s first words. Checked in a run with `timed`.',
  'Test.tool_before': 'The agent calls one tool only after another one.',
  'Test.tool_before.first': 'The tool that must be called first.',
  'Test.tool_before.then': 'The tool that may be called only after it.',
  'Test.after_failure': 'What the agent must not say after a call of a tool failed, until one succeeds.',
  'Test.after_failure.of': 'The name of the tool.',
  'Test.after_failure.never_says': 'A part of its words, or an object. Case does not matter.',
  'Test.step': 'The name of the step in which the conversation is afterwards.',
  'Test.value':
    'Values that the agent’s steps know afterwards, by name, in their normal form; null for one that is unknown. Never those of secure steps.',
  'Test.value.confirmed': 'Whether the contact must have confirmed these values (true), or not (false).',
  'Test.never_visits': 'The name of a step that is not entered.',
  'Test.caller': 'A caller played by a language model.',
  'Test.caller.persona': 'Who the caller is, and how they speak.',
  'Test.caller.facts': 'What the caller knows.',
  'Test.caller.goal': 'What the caller wants.',
  'Test.caller.max_turns': 'Turns of the caller after which the call ends.',
  'Test.caller.runs': 'The number of runs.',
  'Test.caller.pass': 'How many runs must pass, such as `3 of 5`.',
  'Test.call':
    'A recorded call as a script: the contact’s turns, with the recorded answers of tools, and the outcome of the call. Other keys of the test override those of the call; `finally` is checked in addition. The token needs calls:read.',
  'Test.call.id': 'The call.',
  'Test.always': 'What holds after every turn.',
  'Test.finally': 'What holds at the end.',
  'Test.finally.outcome': 'How the call ends.',
  'Test.finally.outcome.ended_by': 'Who ends the call; nobody if the script ends first.',
  'Test.finally.outcome.transferred': 'Whether the agent transfers the call.',
  'Test.finally.outcome.answered_by':
    'What the contact’s words are taken for. With this, the test plays an outbound call: the agent introduces itself to a screener and waits on hold.',
  'Test.finally.invariants': 'Whether to check the rules that hold for every call.',
  'Test.finally.extract': 'Fields that the agent’s analysis extracts, with their values.',
  'Test.finally.judge': 'A criterion that a language model judges.',
  'Test.finally.judge.criterion': 'What must hold, in words.',
  'Test.finally.judge.quote':
    'Whether the judge must quote the conversation. A quotation that is not in it is invalid.',
  'Test.finally.judge.about':
    'Whom the criterion is about. The judge must quote the agent’s words or the result of a tool, or else the contact’s words.',
  TestInput:
    'A test of an agent, as in its file: a script (`turns`), a simulated caller (`caller`) or a recorded call (`call`).',
  TestUpdateInput: 'Changes of a test. Each given field replaces the whole field; null removes it.',
  ListedTest: 'A test in a list, without its content.',
  'ListedTest.kind': 'How the test is played: by a script, a simulated caller, or a recorded call.',
  'ListedTest.labels': 'Its labels; empty if it has none.',
  'ListedTest.agent': 'The agent that it names; null if it names none.',
  TestKind: 'The key that says how a test is played.',
  CreateTestFromCallResult: 'A test made from a call. It is not stored.',
  'CreateTestFromCallResult.test': 'The test, as `tests/create` takes it.',
  'CreateTestFromCallResult.notes': 'What the test leaves out of the call, in sentences.',
  'ListTestRunsQuery.agent_id': 'Only runs whose cases all have this agent.',
  'ListTestRunsQuery.test_id': 'Only runs whose cases all have this test.',
  'ListTestRunsQuery.cursor': 'Where to continue: the cursor from the header `Link` of another page.',
  'GetTestRunQuery.case': 'The case whose result to return, by its number.',
};

export const examples = {
  'Test.name': 'Moves an appointment',
  'Test.labels': ['appointments'],
  'Test.agent': 'receptionist',
  'Test.turns': [{ contact: 'Tuesday please', expect: [{ tool: 'find_slot' }] }],
};

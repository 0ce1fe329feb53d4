import { defineAgentTest } from 'phone-call-agents/agent-test';

export default ['Anna', 'José'].map((name) =>
  defineAgentTest({
    name: `greets ${name}, and knows the hours`,
    agent: '../../conversations/knowledge.yaml',
    context: { name },
    turns: [{ contact: 'How late do you deliver?', expect: [{ says: 'until ten' }] }],
    finally: [{ says: `Good evening ${name}` }],
  }),
);

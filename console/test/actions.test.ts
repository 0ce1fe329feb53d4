import { describe, expect, it } from 'vitest';
import { agentTest, testInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import { issuesWithAgent } from '../../lambdas/agent-tests/model/issues-with-agent.ts';
import { newerAgentInput } from '../../lambdas/agents/model/agent.ts';
import { entryOf, issuesOf, withItemBack } from '../src/pages/agents/actions/entry.ts';
import { type Action, hasExampleNumber, titleOf } from '../src/pages/agents/actions/kinds.ts';
import { argumentsOf, inputSchemaOf, parametersOf } from '../src/pages/agents/actions/parameters.ts';
import { linesOf, triggerOf } from '../src/pages/agents/actions/trigger-control.tsx';
import { templates } from '../src/pages/agents/templates/templates.ts';
import { bodyOf } from '../src/pages/connections/kinds.ts';
import { voiceOptions } from '../src/pages/voices/voice-options.ts';

const transfer = (phone_number: string): Action => ({
  type: 'action_transfer_call',
  config: { phone_number },
});

describe('the actions of an agent', () => {
  it('are stored ones by their id, and new ones in full', () => {
    const stored = { id: 'a', user_id: 'u', ...transfer('+15551230001'), warnings: [] } as never;

    expect(entryOf('a', [stored])).toEqual({ id: 'a', action: transfer('+15551230001') });
    expect(entryOf({ id: 'b' }, [stored])).toEqual({ id: 'b', action: undefined });
    expect(entryOf({ type: 'action_dtmf' }, [])).toEqual({ action: { type: 'action_dtmf', config: {} } });
    expect(entryOf({ type: 'action_of_tomorrow' }, [])).toEqual({ action: undefined });
  });

  it('are put back where they were, once', () => {
    const made = { type: 'action_dtmf', config: {} };

    expect(withItemBack(['a', 'c'], 1, 'b')).toEqual(['a', 'b', 'c']);
    expect(withItemBack([], 3, made)).toEqual([made]);
    expect(withItemBack([{ id: 'b' }], 0, 'b')).toEqual([{ id: 'b' }]);
    expect(withItemBack([made], 0, made)).toEqual([made]);
  });

  it('are named by what tells them apart', () => {
    expect(titleOf(transfer('+15551230001'))).toBe('Transfer to +1 (555) 123-0001');
    expect(titleOf(transfer(''))).toBe('Transfer');
    expect(titleOf({ type: 'action_external', config: { name: 'look_up' } })).toBe('look_up');
  });

  it.each([
    [transfer(''), { phone_number: 'Required' }],
    [transfer('555 1234'), { phone_number: expect.stringContaining('country code') }],
    [transfer('123456789'), { phone_number: expect.stringContaining('country code') }],
    [transfer('+49 (0)731 1234'), {}],
    [transfer('tel:+49/731/1234'), {}],
    [
      { type: 'action_external', config: { name: 'a', description: 'b', url: 'javascript:alert(1)' } },
      { url: expect.any(String) },
    ],
    [
      { type: 'action_external', config: { name: ' ', description: 'b', url: 'http://127.0.0.1:4001/' } },
      { name: 'Required' },
    ],
    [{ type: 'action_set_hold', config: {} }, {}],
  ] as const)('finds what is plainly wrong: %j', (action, issues) => {
    expect(issuesOf(action as Action)).toEqual(issues);
  });

  it('are taken on phrases and keys, or as the model decides', () => {
    const lines = { phrases: 'I connect you\nOne moment', keys: '*9' };

    expect(linesOf(triggerOf(lines))).toEqual(lines);
    expect(linesOf(triggerOf(undefined))).toBeUndefined();
    expect(linesOf(null)).toBeUndefined();
    expect(triggerOf({ phrases: ' \n', keys: '' }).config).toEqual({ phrase_triggers: [] });
  });
});

describe('the parameters of a service', () => {
  const schema = {
    type: 'object',
    properties: {
      number: { type: 'string', description: 'As on the letter.' },
      express: { type: 'boolean' },
      colour: { type: 'string', enum: ['red', 'blue'] },
    },
    required: ['number'],
  };

  it('are a list, which makes the same schema', () => {
    const parameters = parametersOf(schema) ?? [];

    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['number', true],
      ['express', false],
      ['colour', false],
    ]);
    expect(inputSchemaOf(parameters)).toEqual(schema);
    expect(inputSchemaOf([])).toEqual({ type: 'object', properties: {} });
  });

  it.each([
    { ...schema, additionalProperties: false },
    { ...schema, required: ['elsewhere'] },
    { type: 'object', properties: { pin: { type: 'string', format: 'keypad' } } },
    'text',
  ])('are no list if the schema says more: %j', (other) => {
    expect(parametersOf(other)).toBeUndefined();
  });

  it('become the arguments of a test request, each of its type', () => {
    const entered = { number: '4711', express: 'no', colour: '' };

    expect(argumentsOf(parametersOf(schema) ?? [], entered)).toEqual({ number: '4711', express: false });
    const [count] = parametersOf({ type: 'object', properties: { count: { type: 'integer' } } }) ?? [];
    expect(count && argumentsOf([count], { count: '3' })).toEqual({ count: 3 });
    expect(count && argumentsOf([count], { count: 'three' })).toEqual({ count: 'three' });
  });
});

describe('the templates', () => {
  it.each(templates)('has what the API takes as a new agent: $name', ({ agent }) => {
    expect(newerAgentInput.safeParse(agent)).toMatchObject({ success: true });
  });

  it.each(templates)('has a prompt of a useful length with every value that it names: $name', ({ agent }) => {
    const { content, prompt_template: template } = Object(agent.prompt);
    const named = new Set(
      [...`${content} ${agent.initial_message}`.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name),
    );
    const words = content.split(/\s+/).length;

    expect(words).toBeGreaterThanOrEqual(200);
    expect(words).toBeLessThanOrEqual(400);
    expect(content).toMatch(/\nNever\n/);
    expect(named.size).toBeGreaterThan(0);
    // The receptionist is called, so nobody gives values.
    const needed = template?.required_context_keys ?? named;
    expect([...named].sort()).toEqual([...needed].sort());
  });

  it.each(templates)('has tests that can be run with it: $name', ({ agent, tests }) => {
    const { content, prompt_template: template } = Object(agent.prompt);
    const snapshot = {
      agent: { ...agent, prompt: content },
      settings: { analysis: agent.analysis },
      context_source: { required_keys: template?.required_context_keys ?? [] },
    } as never;

    const tools = ['end_conversation', 'transfer_call'].map((name) => ({ name, parameters: {} }));

    expect(tests.length).toBeGreaterThan(1);
    for (const test of tests) {
      expect(testInput.safeParse({ ...test, agent: 'a' })).toMatchObject({ success: true });
      expect(issuesWithAgent(agentTest.parse(test), snapshot, tools)).toEqual([]);
    }
  });

  it('transfers to no telephone until its number is replaced', () => {
    const actions = templates
      .flatMap(({ agent }) => agent.actions ?? [])
      .map((item) => entryOf(item, []).action);
    const calling = actions.filter((action) => action?.config.phone_number !== undefined);

    expect(calling).toHaveLength(4);
    expect(calling.every((action) => action && hasExampleNumber(action))).toBe(true);
    expect(hasExampleNumber(transfer('+15551230001'))).toBe(false);
  });
});

describe('the voices to choose from', () => {
  const joanna = {
    id: 'v1',
    user_id: 'u',
    type: 'voice_vendor_a',
    voice_name: 'Joanna-Neural',
    pitch: 0,
    rate: 15,
  };
  const names = (...stored: object[]) =>
    voiceOptions('en', stored as never, undefined).map(({ name }) => name);

  it('are suggested in the language, once each, by their maker’s name', () => {
    const [first, second] = voiceOptions('en', [joanna] as never, { ...joanna, id: 'v2' });

    expect(first).toMatchObject({ name: 'Default voice', voice: { type: 'voice_builtin' } });
    expect(second).toMatchObject({ name: 'Joanna', maker: 'Amazon Polly', id: 'v2' });
    expect(names(joanna)).toEqual(names());
    expect(voiceOptions('id', [], undefined).at(-1)).toMatchObject({
      maker: 'Google',
      language: 'id-ID',
      gender: 'male',
    });
  });

  it('are not those that calls refuse', () => {
    const refused = [
      { id: 'b', type: 'voice_vendor_b', speaker: 'Ann' },
      { id: 'd', type: 'voice_vendor_d', voice_id: 'Dan' },
    ];
    const own = { id: 'c', type: 'voice_vendor_c', voice_id: 'ZF6F', stability: 0.6 };

    expect(names(...refused)).toEqual(names());
    expect(names(own, { ...own, id: 'c2', stability: 0.2 })).toHaveLength(names().length + 2);
  });
});

describe('a connection', () => {
  it('is sent with what was entered, where the API has it', () => {
    const account = { telephony_account_sid: 'AC1', telephony_auth_token: 't', steering_pool: [] };

    expect(bodyOf('account_connection_telephony', account)).toEqual({
      type: 'account_connection_telephony',
      credentials: { telephony_account_sid: 'AC1', telephony_auth_token: 't' },
    });
    expect(bodyOf('vector_database_vendor_a', { id: 'v', index: 'faq' })).toEqual({
      type: 'vector_database_vendor_a',
      index: 'faq',
    });
  });
});

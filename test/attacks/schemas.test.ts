import { describe, expect, inject, it } from 'vitest';
import { checkToolCall } from '../../lambdas/domain/conversations/actions/check-tool-call.ts';
import { toolsOf } from '../../lambdas/domain/conversations/actions/tools.ts';
import type { CallAction } from '../../lambdas/domain/records/action.ts';
import { newNumber } from '../support/scene.ts';
import { Api } from '../support/service/api.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { COSTLY, many } from './costly-schemas.ts';

/** Milliseconds of the processor that a check may take. The costliest cases take 10 to 30 on a slow machine. */
const MAX_MS = 60;

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** Milliseconds of the processor that some work takes. */
function timeOf(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  return process.cpuUsage(begun).user / 1_000;
}

const ENDLESS = { allOf: [{ $ref: '#' }, { $ref: '#' }] };
const EXPLODING = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
const DOUBLING = {
  $ref: '#/$defs/0',
  $defs: Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => {
      const next = { $ref: `#/$defs/${index + 1}` };
      return [String(index), index === 29 ? {} : { anyOf: [next, next, next] }];
    }),
  ),
};

const action = (input_schema: object) => ({
  type: 'action_external',
  config: {
    name: 'find',
    description: 'Finds an order.',
    url: 'https://example.com/find',
    input_schema,
    speak_on_send: false,
    speak_on_receive: false,
  },
});

describe('a schema that would hang a turn', () => {
  it.each([
    ['endless references', ENDLESS, [], /without end/],
    ['an exploding pattern', EXPLODING, ['properties', 'a', 'pattern'], /next character/],
    ['references that double', DOUBLING, ['$defs'], /at most 2000/],
  ])('is refused with the reason when its action is saved: %s', async (_, schema, path, msg) => {
    const { status, body } = await api.post('/v1/actions/create', action(schema));

    const loc = expect.arrayContaining(['body', 'config', 'input_schema', ...path]);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: [{ loc, msg: expect.stringMatching(msg) }] },
    });
  });

  it('is refused in an update of an action', async () => {
    const { id } = await api.created('/v1/actions/create', action({ type: 'object' }));

    const { status, body } = await api.post(`/v1/actions/update?id=${id}`, {
      config: action(ENDLESS).config,
    });

    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['body', 'config', 'input_schema']);
  });

  it.each([
    [
      'an agent',
      '/v1/agents/create',
      {},
      (agent: object) => ({ voice: { type: 'voice_builtin', voice_id: 'default' }, ...agent }),
    ],
    [
      'a call’s own agent',
      '/v1/calls/create',
      { from_number: connection.phone_number, to_number: newNumber() },
      (agent: object) => ({ agent }),
    ],
    ['a number’s own agent', '/v1/numbers/buy', {}, (inbound_agent: object) => ({ inbound_agent })],
  ])('is refused in %s', async (_, path, others, wrap) => {
    const agent = { prompt: { content: 'Be kind.' }, actions: [action(EXPLODING)] };

    const { status, body } = await api.post(path, { ...others, ...wrap(agent) });

    expect(status).toBe(422);
    expect(body.detail[0].loc.slice(-4)).toEqual(['input_schema', 'properties', 'a', 'pattern']);
  });
});

describe('a schema from before the check existed', () => {
  const { id, user_id, settings } = storedCall();
  const toolWith = (input_schema: object) => {
    const { type, config } = action(input_schema);
    const own: CallAction = { id, user_id, type: type as 'action_external', config };
    return toolsOf({ actions: [own] }, settings);
  };

  it.each<[string, object, string]>([
    ['endless references', { allOf: Array.from({ length: 8 }, () => ({ $ref: '#' })) }, '{}'],
    ['an exploding pattern', EXPLODING, `{"a":"${'a'.repeat(5_000)}!"}`],
    ['references that double', DOUBLING, '{}'],
    [
      'a tree in two ways',
      { properties: { a: { $ref: '#' } }, allOf: [{ properties: { a: { $ref: '#' } } }] },
      `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
    ],
    [
      'a long choice',
      { properties: { a: { items: { enum: [...Array(4_000).keys()] } } } },
      `{"a":[${Array(1_000).fill(-1)}]}`,
    ],
    [
      'a deep value',
      { properties: { a: { items: { $ref: '#/properties/a' } } } },
      `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
    ],
    ['a long list', { properties: { a: { uniqueItems: true } } }, `{"a":[${[...Array(5_000).keys()]}]}`],
  ])('is checked quickly when the model calls the tool: %s', (_, schema, input) => {
    const tools = toolWith(schema);
    const begun = process.cpuUsage();

    const checked = checkToolCall(tools, { name: 'find', arguments: input });

    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
    if ('fault' in checked) expect(checked.fault.length).toBeLessThanOrEqual(2_000);
  });

  it.each(COSTLY)('is checked in milliseconds, whatever it contains: %s', (_, schema, given) => {
    const tools = toolWith(schema);
    const input = typeof given === 'string' ? given : JSON.stringify(given);
    const times = many(3, () =>
      timeOf(() => {
        const checked = checkToolCall(tools, { name: 'find', arguments: input });
        if ('fault' in checked) expect(checked.fault.length).toBeLessThanOrEqual(2_000);
      }),
    );

    expect(Math.min(...times)).toBeLessThan(MAX_MS);
  });

  it('has its known formats checked in milliseconds, whatever the length of the text', () => {
    const formats = ['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'];
    const others = ['uri-reference', 'uri-template', 'uuid', 'json-pointer', 'relative-json-pointer'];
    const parts = [
      'a',
      '1',
      'a:',
      '//',
      'a@',
      'a:/',
      '/a',
      '%20',
      '::',
      '{a}',
      '{a,',
      'P1Y1',
      '1.',
      'a.',
      '~0',
    ];
    for (const format of [...formats, ...others])
      for (const part of parts) {
        const input = JSON.stringify({ a: `${part.repeat(32_000 / part.length)}\n` });
        const tools = toolWith({ properties: { a: { format } } });
        const check = () => timeOf(() => checkToolCall(tools, { name: 'find', arguments: input }));

        // A check may meet a garbage collection.
        const times = [check()];
        while (times.length < 3 && Math.min(...times) >= MAX_MS) times.push(check());
        expect(Math.min(...times), `${format} of ${part}`).toBeLessThan(MAX_MS);
      }
  });

  it('reports a name that is not valid Unicode', () => {
    const tools = toolWith({ additionalProperties: { type: 'string' } });

    const checked = checkToolCall(tools, { name: 'find', arguments: '{"a":[{"\\ud800":1}]}' });

    expect(checked).toEqual({ fault: expect.stringContaining('Unicode') });
  });
});

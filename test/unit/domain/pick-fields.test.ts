import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalogue } from '../../../lambdas/api/catalogue.ts';
import { toCall, toListedCall } from '../../../lambdas/domain/calls/call.ts';
import { newDelivery, toDelivery, toListedDelivery } from '../../../lambdas/domain/events/delivery.ts';
import { pickerOf, pickFields } from '../../../lambdas/domain/pick-fields.ts';
import { toCompactAction } from '../../../lambdas/domain/records/action.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';
import { at, CALL, knownCall, USER, WEBHOOK } from './records.ts';

const inner = z.strictObject({ kept: z.string() });

describe('the fields that leave the service', () => {
  it('are those that the schema names, at every depth', () => {
    const schema = z.object({
      one: inner,
      list: z.array(inner),
      map: z.record(z.string(), inner),
      nothing: z.nullable(inner),
      absent: z.optional(inner),
      lazy: z.lazy(() => z._default(inner, { kept: '' })),
    });
    const dirty = { kept: 'a', added: 'b' };

    const picked = pickFields(schema, {
      one: dirty,
      list: [dirty],
      map: { key: dirty },
      nothing: null,
      lazy: dirty,
      ...{ added: dirty },
    });

    const clean = { kept: 'a' };
    expect(picked).toEqual({ one: clean, list: [clean], map: { key: clean }, nothing: null, lazy: clean });
  });

  it('are all those of an object with free keys', () => {
    const free = { any: { depth: [1, { of: null }] } };

    expect(pickFields(z.object({ free: z.record(z.string(), z.unknown()) }), { free })).toEqual({ free });
  });

  it('are those of the value’s own kind in a union', () => {
    const kinds = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), one: z.string() }),
      z.object({ type: z.literal('b'), two: z.string() }),
    ]);

    expect(pickFields(kinds, { type: 'b', two: '2', ...{ one: '1' } })).toEqual({ type: 'b', two: '2' });
  });

  it('are those of the list if a value may be a list or one record', () => {
    const either = z.union([z.object({ a: z.string() }), z.array(z.object({ b: z.string() }))]);

    expect(pickFields(either, [{ b: '1', ...{ a: '2' } }])).toEqual([{ b: '1' }]);
  });

  it('are refused if the schema has text and the value is an object', () => {
    expect(() => pickFields(z.object({ text: z.string() }), { text: { secret: 1 } } as never)).toThrow(
      'does not match its schema',
    );
  });

  it.each(Object.entries(catalogue))('can be picked for the answer of %s', (_, { response }) => {
    expect(() => pickerOf(response)).not.toThrow();
  });
});

describe('a stored record with a hidden field', () => {
  const added = { added_field: 'hidden' };
  const base = knownCall();
  const action = {
    id: WEBHOOK,
    user_id: USER,
    type: 'action_external' as const,
    config: { name: 'x', url: 'https://example.com', signature_secret: 'hidden', input_schema: {}, ...added },
  };
  const agent = { ...base.agent, ...added, actions: [{ ...action, ...added }] };
  const call = {
    ...base,
    ...added,
    agent,
    messages: [{ sender: 'human' as const, text: '', timestamp: '', ...added }],
  };

  it('does not show it in a call', () => {
    expect(JSON.stringify([toCall(call, null), toListedCall(call)])).not.toContain('hidden');
    expect(toCall(call, null).agent.actions[0]?.config).toEqual({
      name: 'x',
      url: 'https://example.com',
      input_schema: {},
    });
  });

  it('does not show it in an action of an agent', () => {
    expect(JSON.stringify(toCompactAction({ ...action, ...added }))).not.toContain('hidden');
  });

  it('does not show it in a delivery', () => {
    const event = {
      id: CALL,
      type: 'event_human_detection' as const,
      user_id: USER,
      call_id: CALL,
      webhook_id: WEBHOOK,
      timestamp: at(0).toISOString(),
      sequence: 1,
      payload: { result: 'human', ...added },
    };
    const delivery = { ...newDelivery(event, storedWebhook(), { now: at(1) }), ...added };

    expect(JSON.stringify([toDelivery(delivery), toListedDelivery(delivery)])).not.toContain('hidden');
    expect(toDelivery(delivery).payload).toEqual({ result: 'human' });
  });
});

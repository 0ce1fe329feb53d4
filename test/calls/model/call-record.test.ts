import { describe, expect, it } from 'vitest';
import { recordOf } from '../../../lambdas/calls/model/call-record.ts';
import { storable } from '../../../lambdas/platform/storable.ts';
import { ACTION, at, CALL, USER } from '../../support/records.ts';

const owner = { call_id: CALL, user_id: USER, webhook_id: null, timestamp: at(1).toISOString() };
const said = (number: number) => ({ ...owner, number, sender: 'human' as const, text: `Words ${number}.` });
const done = (number: number, output: Record<string, unknown>) => ({
  ...owner,
  number,
  action: { action_id: ACTION, type: 'action_external' as const, input: { number }, output },
});

describe('recordOf', () => {
  it('keeps actions at their places among the messages', () => {
    const { messages, actions_taken } = recordOf([said(1), done(2, { result: 1 }), said(3), done(4, {})]);

    expect(messages.map(({ text }) => text)).toEqual(['Words 1.', 'Words 3.']);
    expect(actions_taken).toMatchObject([
      { action_id: ACTION, input: { number: 2 }, output: { result: 1 }, after_messages: 1 },
      { input: { number: 4 }, output: {}, after_messages: 2 },
    ]);
    expect(recordOf([said(1)])).not.toHaveProperty('actions_taken');
  });

  it('stays small whatever the output of actions', () => {
    const { actions_taken = [] } = recordOf(
      Array.from({ length: 200 }, (_, index) => done(index + 1, { result: '語'.repeat(60_000) })),
    );

    expect(actions_taken).toHaveLength(200);
    expect(actions_taken[0]?.output.shortened).toMatch(/^\{"result":"語語語/);
    expect(Buffer.byteLength(JSON.stringify(actions_taken))).toBeLessThan(100_000);
  });

  it('keeps the beginning of a very long conversation, and counts omitted messages', () => {
    const turns = Array.from({ length: 100 }, (_, index) => ({
      ...said(index + 1),
      text: '語'.repeat(2_000),
    }));

    const { messages, messages_left_out } = recordOf(turns);

    expect(messages_left_out).toBe(100 - messages.length);
    expect(messages).toHaveLength(16);
    expect(recordOf(turns.slice(0, 16))).not.toHaveProperty('messages_left_out');
  });
});

describe('storable', () => {
  it('converts values that the table cannot store to text', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 40; level++) deep = [deep];

    const kept = storable({ big: 2 ** 60, tiny: 1e-200, plain: 7, list: [1e300], deep });

    expect(kept).toMatchObject({ big: String(2 ** 60), tiny: '1e-200', plain: 7, list: ['1e+300'] });
    expect(depthOf(kept)).toBeLessThanOrEqual(22);
  });

  it('renames keys that the table cannot store', () => {
    const fields = JSON.parse('{"": 1, "inner": [{"": 2, "__proto__": 3, "plain": 4}]}');

    const kept = storable(fields);

    expect(JSON.stringify(kept)).toBe('{"_":1,"inner":[{"_":2,"___proto__":3,"plain":4}]}');
  });
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

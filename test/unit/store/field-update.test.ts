import { describe, expect, it } from 'vitest';
import { fieldUpdate } from '../../../lambdas/store/table/field-update.ts';

describe('fieldUpdate', () => {
  it('uses a placeholder for every field, since some are reserved words', () => {
    const update = fieldUpdate({
      set: { status: 'ended', end_time: 'T' },
      remove: ['open', 'settle_at'],
      condition: '#status = :from',
      values: { ':from': 'in_progress' },
    });

    expect(update).toEqual({
      UpdateExpression: 'SET #s0 = :s0, #s1 = :s1 REMOVE #r0, #r1',
      ConditionExpression: '#status = :from',
      ExpressionAttributeNames: {
        '#s0': 'status',
        '#s1': 'end_time',
        '#r0': 'open',
        '#r1': 'settle_at',
        '#status': 'status',
      },
      ExpressionAttributeValues: { ':from': 'in_progress', ':s0': 'ended', ':s1': 'T' },
    });
  });

  it('sets nested fields beside whole ones', () => {
    const update = fieldUpdate({
      set: { type: 'x' },
      setWithin: { config: { url: 'u', name: 'n' }, other: {} },
      condition: 'attribute_exists(pk)',
    });

    expect(update).toEqual({
      UpdateExpression: 'SET #s0 = :s0, #w0.#w0_0 = :w0_0, #w0.#w0_1 = :w0_1',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#s0': 'type', '#w0': 'config', '#w0_0': 'url', '#w0_1': 'name' },
      ExpressionAttributeValues: { ':s0': 'x', ':w0_0': 'u', ':w0_1': 'n' },
    });
  });

  it('declares only the names and values that it uses, because DynamoDB refuses others', () => {
    const update = fieldUpdate({ remove: ['dialling_at'], condition: 'attribute_not_exists(telephony_id)' });

    expect(update).toEqual({
      UpdateExpression: 'REMOVE #r0',
      ConditionExpression: 'attribute_not_exists(telephony_id)',
      ExpressionAttributeNames: { '#r0': 'dialling_at' },
    });
  });
});

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

  it('declares only what it uses, since DynamoDB refuses the rest', () => {
    const update = fieldUpdate({ remove: ['dialling_at'], condition: 'attribute_not_exists(telephony_id)' });

    expect(update).toEqual({
      UpdateExpression: 'REMOVE #r0',
      ConditionExpression: 'attribute_not_exists(telephony_id)',
      ExpressionAttributeNames: { '#r0': 'dialling_at' },
    });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forgetRequestOf, storedRequest } from '../../../lambdas/deliveries/model/requested-deliveries.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const times = { requestId: randomUUID(), now: new Date('2026-01-20T00:00:00.000Z') };

describe('the request to erase a call’s data', () => {
  it('covers the time of the call, with a margin of minutes', () => {
    const call = storedCall({
      created_at: '2026-01-01T00:00:00.000Z',
      start_time: '2026-01-02T12:00:00.000Z',
      end_time: '2026-01-02T12:30:00.000Z',
    });

    const request = forgetRequestOf(call, times);

    expect(storedRequest.parse(request)).toEqual(request);
    expect(request).toMatchObject({
      id: times.requestId,
      user_id: call.user_id,
      forget: { call_id: call.id, from: '2026-01-02T11:50:00.000Z', until: '2026-01-02T12:40:00.000Z' },
    });
  });

  it('does not exist for a call that was not answered', () => {
    expect(forgetRequestOf(storedCall({ end_time: '2026-01-02T12:30:00.000Z' }), times)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { prepare } from './prepare.ts';

describe('status callbacks', () => {
  it('arrive twice, late and in reverse if the callee is configured so', async () => {
    const { client, application } = await prepare();
    await client.setCallee({
      answer: 'busy',
      duplicate_callbacks: true,
      callback_delay_ms: 5,
      callback_order: 'reversed',
    });

    await client.finished(await client.place(application));

    expect(application.statuses).toEqual(['busy', 'busy', 'ringing', 'ringing', 'initiated', 'initiated']);
    expect(application.at('/status')[0]?.form.SequenceNumber).toBe('2');
  });
});

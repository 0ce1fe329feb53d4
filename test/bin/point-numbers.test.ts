import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Outcome, pointEachNumber } from '../../bin/point-numbers/point-each-number.ts';
import type { StoredNumber } from '../../lambdas/numbers/model/number.ts';
import { numberUrls } from '../../lambdas/numbers/number-urls.ts';
import { carrierOfFile } from '../support/carrier-of-file.ts';

const OLD = 'https://old.example/live';
const { table, tell, linkedNumber, urlsOf } = await carrierOfFile('https://new.example/live');

/** A number of a user's own account that points to the old addresses. */
const pointedToOld = (user_id: string, changes: Partial<StoredNumber> = {}, auth_token?: string) =>
  linkedNumber(
    { voice_url: `${OLD}/telephony/numbers/x/y/k/incoming`, status_callback: 'https://x.example/' },
    { user_id, ...changes },
    auth_token,
  );

async function outcomes(options: { readonly userId?: string; readonly dryRun?: boolean } = {}) {
  const all: Outcome[] = [];
  for await (const outcome of pointEachNumber({ table, dryRun: false, waitMs: 1, ...options }))
    all.push(outcome);
  return all;
}

describe('pointing numbers to the present addresses', () => {
  it('changes each once, reports its former address, and continues after a failure', async () => {
    const userId = randomUUID();
    const [first, broken, last] = [
      await pointedToOld(userId),
      await pointedToOld(userId, {}, 'another token'),
      await pointedToOld(userId),
    ];
    const outbound = await pointedToOld(userId, { outbound_only: true });

    const done = await outcomes({ userId });
    const again = await outcomes({ userId });

    const failed = { number: broken.number, did: 'failed', because: expect.stringContaining('Authenticate') };
    const pointed = (number: StoredNumber) => ({ number: number.number, did: 'pointed', from: OLD });
    expect(done).toHaveLength(3);
    expect(done).toEqual(expect.arrayContaining([pointed(first), failed, pointed(last)]));
    expect(again.filter(({ did }) => did === 'nothing')).toHaveLength(2);
    expect(await urlsOf(first)).toEqual(await numberUrls(first));
    expect((await urlsOf(outbound)).voice).toContain(OLD);
  });

  it('changes nothing in a dry run', async () => {
    const userId = randomUUID();
    const number = await pointedToOld(userId);

    const told = await outcomes({ userId, dryRun: true });

    expect(told).toEqual([{ number: number.number, did: 'pointed', from: OLD }]);
    expect((await urlsOf(number)).voice).toContain(OLD);
  });

  it('waits while the vendor refuses because of its rate limit', async () => {
    const userId = randomUUID();
    const number = await pointedToOld(userId);
    await tell('faults', { requests: 'throttle' });
    const slow = outcomes({ userId });
    const refused = await slow;
    await tell('faults', { requests: 'none' });

    expect(refused).toEqual([
      { number: number.number, did: 'failed', because: expect.stringContaining('Too Many Requests') },
    ]);
    expect(await outcomes({ userId })).toEqual([{ number: number.number, did: 'pointed', from: OLD }]);
  });
});

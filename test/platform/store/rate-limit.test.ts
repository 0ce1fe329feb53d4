import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { rateLimitKey } from '../../../lambdas/platform/table/keys.ts';
import { consumeToken, returnToken } from '../../../lambdas/platform/table/rate-limit.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const start = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
/** Windows of half a second. */
const limit = { perSecond: 10, burst: 5 };

function bucket() {
  const key = rateLimitKey(randomUUID(), 'requests');
  return { key, consume: (now = start) => consumeToken(table, key, { limit, now }) };
}

describe('a rate limit', () => {
  it('permits a burst, and then returns the time until the next window', async () => {
    const { consume } = bucket();

    const waits: number[] = [];
    for (let index = 0; index < 6; index++) waits.push(await consume(later(100)));

    expect(waits).toEqual([0, 0, 0, 0, 0, 400]);
    expect([await consume(later(499)), await consume(later(500))]).toEqual([1, 0]);
  });

  it('permits no more than the burst to concurrent users', async () => {
    const { consume } = bucket();

    const waits = await Promise.all(Array.from({ length: 12 }, () => consume()));

    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('takes back an unused token', async () => {
    const { key, consume } = bucket();
    for (let index = 0; index < 5; index++) await consume();

    await returnToken(table, key, { limit, now: start });

    expect([await consume(), await consume()]).toEqual([0, 500]);
  });

  it('is stored separately from its user’s records, and expires', async () => {
    const { key, consume } = bucket();
    await consume();

    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': key.pk },
      }),
    );

    expect(key.pk).toMatch(/^RATE_LIMIT#/);
    expect(Items).toMatchObject([{ taken: 1, expires_at: start.getTime() / 1000 + 301 }]);
  });
});

import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claimKey, keepAnswer, releaseKey } from '../../../lambdas/records/store/idempotency-keys.ts';
import { interposed } from '../../support/table/interposed.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const NOW = new Date('2026-02-03T04:05:06.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const newName = () => ({ userId: randomUUID(), key: 'order-1' });
const claim = (name: ReturnType<typeof newName>, { hash = 'h', at = NOW } = {}) =>
  claimKey(table, name, { requestHash: hash, now: at, lockedForMs: 10_000 });

describe('an idempotency key', () => {
  it('is claimed by one of many concurrent requests', async () => {
    const name = newName();

    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(name)));

    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(19);
  });

  it('is claimed by the request whose answer was lost, which the client repeats', async () => {
    const repeating = interposed(table, async (command) => {
      if (command instanceof PutCommand) await table.client.send(command);
    });
    const request = { requestHash: 'h', now: NOW, lockedForMs: 10_000 };

    const claimed = await claimKey(repeating, newName(), request);

    expect(claimed).toMatchObject({ kind: 'claimed' });
  });

  it('belongs to its user', async () => {
    const name = newName();
    await claim(name);

    expect(await claim({ ...name, userId: randomUUID() })).toMatchObject({ kind: 'claimed' });
  });

  it('is taken over by one request, with the same seed and time, when the first run broke off', async () => {
    const name = newName();
    const first = await claim(name);

    const early = await claim(name, { at: later(9) });
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(name, { at: later(11) })));

    expect(early).toEqual({ kind: 'busy' });
    expect(claims.filter(({ kind }) => kind === 'claimed')).toEqual([first]);
  });

  it('is free after a request without effect, and after a day', async () => {
    const [released, old] = [newName(), newName()];
    await Promise.all([claim(released), claim(old)]);
    await releaseKey(table, released);
    await keepAnswer(table, old, {});

    expect(await claim(released, { hash: 'corrected' })).toMatchObject({ kind: 'claimed' });
    expect(await claim(old, { hash: 'other', at: later(86_399) })).toEqual({ kind: 'other' });
    expect(await claim(old, { hash: 'other', at: later(86_400) })).toMatchObject({ kind: 'claimed' });
  });
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { callSnapshot } from '../../../lambdas/agents/model/call-snapshot.ts';
import { COUNTED_QUOTAS } from '../../../lambdas/kinds.ts';
import { QuotaExceeded } from '../../../lambdas/records/model/quota-exceeded.ts';
import { beginRehearsal, countLine, loadRehearsal } from '../../../lambdas/rehearsals/store/rehearsals.ts';
import { loadQuotaUse } from '../../../lambdas/usage/store/quota-use.ts';
import staging from '../../support/environments/staging.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const NOW = new Date('2026-01-01T12:00:00.000Z');
const later = (days: number) => new Date(NOW.getTime() + days * 24 * 3600 * 1000);

it('counts a rehearsal, its history and its lines as stored bytes for a week, and refuses another above the quota', async () => {
  const limited = { ...table, quotas: { ...staging.quotas, stored_bytes: 400_000 } };
  const user_id = randomUUID();
  const call = storedCall({ user_id });
  const turnOf = (number: number) => ({
    call_id: call.id,
    user_id,
    webhook_id: null,
    number,
    timestamp: NOW.toISOString(),
    sender: 'human' as const,
    text: 'x'.repeat(100_000),
  });
  const begin = (now: Date) => {
    const session = { ...sessionOf(call), call_id: randomUUID() };
    const rehearsalId = session.call_id;
    const history = [turnOf(1), turnOf(2)];
    const snapshot = callSnapshot.parse(call);
    return beginRehearsal(limited, { session, snapshot, newTurns: [], history, now }).then(() => rehearsalId);
  };
  const used = async (now: Date) =>
    (await loadQuotaUse(limited, { userId: user_id, now }, COUNTED_QUOTAS)).find(
      ({ name }) => name === 'stored_bytes',
    )?.used ?? 0;

  const rehearsalId = await begin(NOW);
  const begun = await used(NOW);
  const before = (await loadRehearsal(table, { userId: user_id, rehearsalId }))!;
  const after = { ...before, turns: [...before.turns, turnOf(3)] };
  await countLine(limited, { userId: user_id, now: later(1) }, { before, after });
  await begin(later(1));

  expect(begun).toBeGreaterThan(200_000);
  expect((await used(later(1))) - 2 * begun).toBeGreaterThan(100_000);
  await expect(begin(later(7))).rejects.toThrow(QuotaExceeded);
  expect(await used(later(8))).toBe((await used(later(1))) - begun);
  expect(await used(later(9))).toBe(0);
});

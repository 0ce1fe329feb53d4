import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { storeUse } from '../../../lambdas/tokens/store/last-use.ts';
import { findToken, insertToken, loadTokens, storeSuccessor } from '../../../lambdas/tokens/store/tokens.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

describe('tokens', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const draft = (userId: string, expires_at?: string) => ({
    id: randomUUID(),
    user_id: userId,
    created_at: now.toISOString(),
    ...(expires_at !== undefined && { expires_at }),
  });
  const ownerOf = async (text: string, at: Date) => (await findToken(table, text, at))?.user_id;

  it('have one text, the newer, when a request runs again after it broke off before its answer', async () => {
    const created = draft(randomUUID());
    const lost = await insertToken(table, created);

    const given = await insertToken(table, created);

    expect(await ownerOf(lost, now)).toBeUndefined();
    expect(await ownerOf(given, now)).toBe(created.user_id);
    expect(await loadTokens(table, created.user_id)).toEqual([created]);
  });

  it('are replaced with an overlap, which extends the life of none of them', async () => {
    const oldToken = draft(randomUUID(), '2026-01-02T00:00:00.000Z');
    const [oldText, other] = [await insertToken(table, oldToken), draft(oldToken.user_id)];
    const soon = '2026-01-01T01:00:00.000Z';

    const text = (await storeSuccessor(table, { oldToken, draft: other, until: soon })) ?? '';
    const again = await storeSuccessor(table, {
      oldToken,
      draft: draft(oldToken.user_id),
      until: '2026-01-03T00:00:00.000Z',
    });

    expect(await ownerOf(oldText, new Date('2026-01-01T00:59:59.999Z'))).toBe(oldToken.user_id);
    expect(await ownerOf(oldText, new Date(soon))).toBeUndefined();
    expect(await ownerOf(text, new Date(soon))).toBe(oldToken.user_id);
    expect(again).toBeUndefined();
  });

  it('store their last use, at most every five minutes', async () => {
    const used = draft(randomUUID());
    await insertToken(table, used);
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const note = (minutes: number) => storeUse(table, used, at(minutes));

    await note(0);
    await note(3);
    const [early] = await loadTokens(table, used.user_id);
    await note(6);
    const [late] = await loadTokens(table, used.user_id);

    expect([early?.last_used_at, late?.last_used_at]).toEqual([at(0).toISOString(), at(6).toISOString()]);
  });
});

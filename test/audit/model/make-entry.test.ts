import { describe, expect, it } from 'vitest';
import type { AuditedKind } from '../../../lambdas/audit/model/audit-entry.ts';
import { type AuditedRecordChange, makeEntry } from '../../../lambdas/audit/model/make-entry.ts';
import { AUDITED } from '../../../lambdas/audit/record-changes.ts';

const USER = '0199aaaa-0000-7000-8000-000000000001';
const STAMP = {
  // 2026-01-01T00:00:00.000Z
  id: '019b76da-a800-7000-8000-000000000001',
  by: 'token',
  operation: 'updatePrompt',
  token_id: '0199aaaa-0000-7000-8000-000000000002',
  ip_address: '203.0.113.7',
  request_id: 'r',
};
const EARLIER = { ...STAMP, id: '019b76da-a000-7000-8000-000000000001' };
const AT = new Date('2026-01-01T00:00:07.000Z');

const prompt = { id: 'p', user_id: USER, content: 'Sell the secret tea.', context_endpoint: null };

/** The entry of a change of a prompt, or of another record. */
const entry = (change: Partial<AuditedRecordChange>, kind: AuditedKind = 'prompt') =>
  makeEntry(
    {
      record: { userId: USER, kind, recordId: 'p' },
      before: undefined,
      after: undefined,
      changeId: 'c',
      at: AT,
      ...change,
    },
    AUDITED[kind],
  );

describe('the audit entry', () => {
  it('of a stamped write has its token, address, request, operation, time and names of fields', () => {
    const after = {
      ...prompt,
      content: 'Sell coffee.',
      context_endpoint: 'https://example.com',
      changed_by: STAMP,
    };

    expect(entry({ before: { ...prompt, changed_by: EARLIER }, after })).toEqual({
      id: STAMP.id,
      user_id: USER,
      at: '2026-01-01T00:00:00.000Z',
      kind: 'prompt',
      record_id: 'p',
      change: 'updated',
      by: 'token',
      operation: 'updatePrompt',
      token_id: STAMP.token_id,
      ip_address: '203.0.113.7',
      request_id: 'r',
      fields_before: ['content'],
      fields_after: ['content', 'context_endpoint'],
    });
  });

  it('of a deletion has its stamp, and the names of all fields that were set', () => {
    const deletedBy = { ...STAMP, by: 'operator' as const };

    expect(entry({ before: { ...prompt, changed_by: EARLIER }, deletedBy })).toMatchObject({
      id: STAMP.id,
      change: 'deleted',
      by: 'operator',
      fields_before: ['content'],
      fields_after: [],
    });
    expect(entry({ before: { ...prompt, changed_by: EARLIER } })).toMatchObject({ by: 'service' });
  });

  it('of a publication that was forced names that', () => {
    const before = { id: 'a', user_id: USER, drafts: true };
    const after = { ...before, publish_forced_at: AT.toISOString(), changed_by: STAMP };

    expect(entry({ before, after }, 'agent')?.fields_after).toContain('publish_forced_at');
  });

  it('does not exist for the use of a token', () => {
    const token = { id: 'p', user_id: USER, created_at: 'x', scopes: ['read'] };

    expect(entry({ before: token, after: { ...token, last_used_at: 'x' } }, 'token')).toBeUndefined();
    expect(entry({ before: token, after: { ...token, expires_at: 'x' } }, 'token')).toMatchObject({
      fields_after: ['expires_at'],
    });
  });

  it('does not exist if the service changes a call, but does if a request changes it', () => {
    const call = { id: 'p', user_id: USER, status: 'not_started', changed_by: EARLIER };

    expect(entry({ before: call, after: { ...call, status: 'in_progress' } }, 'call')).toBeUndefined();
    expect(entry({ after: { ...call, changed_by: undefined } }, 'call')).toBeUndefined();
    expect(
      entry({ before: call, after: { ...call, status: 'ended', changed_by: STAMP } }, 'call'),
    ).toMatchObject({ fields_after: ['status'], by: 'token' });
  });

  it('has the same id each time the change is reported, another id for another change, and sorts by time', () => {
    const idOf = (change: Partial<AuditedRecordChange>) => entry({ after: prompt, ...change })?.id ?? '';

    expect(idOf({})).toBe(idOf({}));
    expect(idOf({ changeId: 'd' })).not.toBe(idOf({}));
    expect(idOf({ at: new Date(AT.getTime() + 1) }) > idOf({})).toBe(true);
    expect(idOf({}) > STAMP.id).toBe(true);
  });

  it('contains no value of any field', () => {
    const text = JSON.stringify(entry({ after: { ...prompt, changed_by: STAMP, unknown: 'secret' } }));

    expect(text).not.toMatch(/secret|tea/);
  });
});

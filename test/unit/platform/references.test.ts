import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../../lambdas/platform/references.ts';

const A = '01890a5d-ac96-774b-bcce-b302099a8001';
const B = '01890a5d-ac96-774b-bcce-b302099a8002';

describe('referencesIn', () => {
  it('finds an id in a field, in each item of a list and in a field of an object', () => {
    const body = { voice: A, actions: [A, B], connection: { id: B } };

    const found = referencesIn(body, {
      voice: 'voice',
      actions: 'action',
      'connection.id': 'account_connection',
    });

    expect(found).toEqual([
      { kind: 'voice', loc: ['body', 'voice'], id: A },
      { kind: 'action', loc: ['body', 'actions', '0'], id: A },
      { kind: 'action', loc: ['body', 'actions', '1'], id: B },
      { kind: 'account_connection', loc: ['body', 'connection', 'id'], id: B },
    ]);
  });

  it('leaves to validation what is no id: records given in place, malformed ids, other types', () => {
    const body = { voice: { type: 'voice_builtin' }, actions: ['x', 5, null, B], webhook: null };

    const found = referencesIn(body, {
      voice: 'voice',
      actions: 'action',
      webhook: 'webhook',
      prompt: 'prompt',
    });

    expect(found).toEqual([{ kind: 'action', loc: ['body', 'actions', '3'], id: B }]);
  });

  it('names a record by its id in small letters', () => {
    expect(referencesIn({ voice: A.toUpperCase() }, { voice: 'voice' })[0]?.id).toBe(A);
  });

  it('sees only the body’s own fields', () => {
    const inherited = Object.create({ voice: A });

    expect(referencesIn(inherited, { voice: 'voice' })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { mayDo, OPERATION_GROUPS, SCOPES, scopesFor } from '../../../lambdas/tokens/model/scopes.ts';

const operations = Object.values(catalogue).map(({ operation, method, path }) => ({
  operation,
  method,
  path,
}));

/** The operations of a scope, stated independently: a test of the rule by the rule would find nothing. */
function isFor(scope: string, { operation, method, path }: (typeof operations)[number]): boolean {
  if (/Session$/.test(operation)) return true;
  if (scope === 'tokens') return /Tokens?$/.test(operation);
  if (/Tokens?$/.test(operation)) return false;
  if (scope === 'calls') return ['createCall', 'createCallBatch', 'endCall'].includes(operation);
  if (['createCall', 'createCallBatch', 'endCall'].includes(operation)) return false;
  const [group, kind] = scope.includes(':') ? scope.split(':') : [undefined, scope];
  const isIn = (name: string) => path === `/v1/${name}` || path.startsWith(`/v1/${name}/`);
  const isOfGroup =
    group === undefined ||
    (/^(replayCalls|estimateReplay)$/.test(operation) ? group === 'tests' : isIn(group));
  return isOfGroup && kind === (method === 'GET' ? 'read' : 'write');
}

const allowedBy = (granted: readonly string[] | undefined) =>
  operations.filter(({ method, path }) => mayDo(granted, scopesFor(method, path)));

describe('a token', () => {
  it('with one scope may do what the scope permits, and nothing else', () => {
    for (const scope of SCOPES) {
      const allowed = allowedBy([scope]);

      expect(allowed).toEqual(operations.filter((each) => isFor(scope, each)));
      expect(allowed).not.toEqual([]);
    }
  });

  it('without scopes may do everything', () => {
    expect(allowedBy(undefined)).toEqual(operations);
  });
});

it('the groups of operations are those of the catalogue', () => {
  const groups = new Set(operations.map(({ path }) => path.split('/')[2]));

  expect([...groups].sort()).toEqual([...OPERATION_GROUPS].sort());
});

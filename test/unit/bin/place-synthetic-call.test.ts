import { describe, expect, it } from 'vitest';
import { checkSyntheticCall } from '../../../bin/smoke/place-synthetic-call.ts';

const found = async (answer: string | Error) => {
  const { check: _, ...finding } = await checkSyntheticCall({
    areConfigured: true,
    caller: 'the-function',
    areRequired: false,
    invoke: async (name) => {
      expect(name).toBe('the-function');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return finding;
};

it.each<[string | Error, object]>([
  ['{"outcome":"passed","callId":"1","seconds":12}', {}],
  [
    '{"outcome":"skipped","reason":"the secret has no access token"}',
    { skipped: 'the secret has no access token' },
  ],
  ['{"outcome":"not_answered","reason":"busy","callId":"1"}', { fault: 'not_answered, busy, call 1' }],
  ['{"outcome":"wrong_transcript","callId":"1"}', { fault: 'wrong_transcript, call 1' }],
  ['{"errorMessage":"Task timed out"}', { fault: 'Task timed out' }],
  [new Error('aws: not found'), { fault: 'aws: not found' }],
])('the command reports the answer %s as %j', async (answer, finding) => {
  expect(await found(answer)).toEqual(finding);
});

it('the command reports an unknown answer as a fault', async () => {
  expect(await found('null')).toHaveProperty('fault');
  expect(await found('<html>')).toHaveProperty('fault');
});

describe('a synthetic call that is required', () => {
  const SKIPPED = '{"outcome":"skipped","reason":"another call of the user is not over"}';
  const required = async (
    known: { readonly areConfigured?: boolean; readonly caller?: string },
    answer = SKIPPED,
  ) => {
    const { check: _, ...finding } = await checkSyntheticCall({
      areConfigured: true,
      caller: undefined,
      areRequired: true,
      invoke: async () => answer,
      ...known,
    });
    return finding;
  };

  it('passes when it is placed', async () => {
    expect(await required({ caller: 'the-function' }, '{"outcome":"passed"}')).toEqual({});
  });

  it('fails when it was skipped', async () => {
    expect(await required({ caller: 'the-function' })).toEqual({
      fault: 'no call was placed: another call of the user is not over',
    });
  });

  it('fails when it is configured and not deployed', async () => {
    expect(await required({})).toEqual({
      fault: expect.stringContaining('deploy the stack SyntheticCall'),
    });
  });

  it('is told of, and nothing fails, when the configuration has none', async () => {
    expect(await required({ areConfigured: false })).toEqual({
      skipped: 'the configuration has no syntheticCall',
    });
  });
});

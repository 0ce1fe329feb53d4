import { ApiError, ConnectionFailed } from 'phone-call-agents-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { curlOf } from '../src/api/curl.ts';
import { adviceOn, messagesAt, messagesElsewhere } from '../src/api/fault.ts';
import { safeNext } from '../src/api/safe-next.ts';
import { only } from '../src/search.ts';

const wrong = new ApiError({
  status: 422,
  issues: [
    { loc: ['body', 'voice'], msg: 'No voice with this id.', type: 'unknown_reference' },
    { loc: ['body', 'llm_fallback', 'model_name'], msg: 'Too short.', type: 'too_short' },
    { loc: ['header', 'idempotency-key'], msg: 'Running.', type: 'request_in_progress' },
  ],
});

describe('faults', () => {
  it('are shown at the field that their location names, or apart from the fields', () => {
    expect(messagesAt(wrong, 'voice')).toEqual(['No voice with this id.']);
    expect(messagesAt(wrong, 'llm_fallback')).toEqual(['model_name: Too short.']);
    expect(messagesAt(wrong, 'llm_fallback', 'model_name')).toEqual(['Too short.']);
    expect(messagesElsewhere(wrong, ['voice', 'llm_fallback'])).toEqual(['idempotency-key: Running.']);
  });

  it.each([
    ['no answer', new ConnectionFailed('No service answers.'), /Check your connection/],
    ['401', new ApiError({ status: 401 }), /Sign in again/],
    [
      '403 with the scope',
      new ApiError({
        status: 403,
        issues: [{ loc: [], msg: 'This token lacks the scope: calls.', type: 'missing_scope' }],
      }),
      /lacks the scope: calls\. Sign in with a token that has it/,
    ],
    ['429 with the wait', new ApiError({ status: 429, retryAfterSeconds: 7 }), /Try again in 7 s/],
    ['500 with the request', new ApiError({ status: 500, requestId: 'r-1' }), /request id r-1/],
    ['a fault of the console', new Error('a.b is undefined'), /a\.b is undefined/],
  ])('say what to do: %s', (_, fault, advice) => {
    expect(adviceOn(fault).text).toMatch(advice);
  });
});

describe('a copied request', () => {
  it('is a shell command that does not run its text', () => {
    const command = curlOf('https://calls.example', {
      method: 'POST',
      target: '/v1/agents/update?id=1',
      body: { name: `it's $(rm -rf /) \`x\`` },
    });

    expect(command).toContain(`--data-raw '{"name":"it'\\''s $(rm -rf /) \`x\`"}'`);
    expect(command).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
  });
});

describe('the page after signing in', () => {
  it.each([
    ['/calls?status=ended', '/calls?status=ended'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/sign-in?next=/sign-in', '/'],
    ['/./sign-in', '/'],
    ['/.//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['/a/%2e%2E/\\evil.example', '/'],
    ['/%2e//evil.example', '/'],
    ['/\n/../\t/evil.example', '/'],
    ['/%2Fevil.example', '/'],
    ['/a/../%5cevil.example', '/'],
    ['/a%2f..%2F/evil.example', '/'],
    ['/calls/..///evil.example', '/'],
    ['calls', '/'],
    ['//path.invalid//evil.example', '/'],
    ['/a/../calls?next=//b#//c', '/calls?next=//b#//c'],
    ['/@evil.example', '/@evil.example'],
    [undefined, '/'],
  ])('%s leads to %s', (next, path) => {
    expect(safeNext(next)).toBe(path);
  });
});

describe('the query of a page’s address', () => {
  it('has only the fields that the page knows', () => {
    expect(only({ status: 'ended', other: 'x', agent: 5 }, ['status', 'agent'])).toEqual({ status: 'ended' });
  });
});

describe('the code in the address of the sign-in page', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Whose a code is, if the API shows it as this. */
  async function userOf(shown: object) {
    vi.stubGlobal('location', { origin: 'https://console.example.com' });
    vi.stubGlobal('fetch', async () => Response.json(shown));
    const { userOfCode } = await import('../src/api/session.ts');
    return userOfCode('code');
  }

  it('is that of a one-time link, and never a long-lived access token', async () => {
    expect(await userOf({ kind: 'sign_in_link', user_id: 'somebody' })).toBe('somebody');
    await expect(userOf({ kind: 'access', user_id: 'somebody' })).rejects.toThrow('no one-time code');
  });
});

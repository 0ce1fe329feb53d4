import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../local/environment.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the environment of npm start', () => {
  it('may be empty', () => {
    expect(readEnvironment()).toEqual({
      accounts: {
        telephonyAccountSid: `AC${'0'.repeat(32)}`,
        telephonyAuthToken: 'local-auth-token',
        llmApiKey: 'local-api-key',
      },
      carrierPace: 1,
      variables: { RECONCILE_SECONDS: '10' },
    });
  });

  it('sets accounts, the pace of the carrier, and limits of functions', () => {
    const callbackKey = 'k'.repeat(32);
    vi.stubEnv('TELEPHONY_AUTH_TOKEN', 'token');
    vi.stubEnv('CALLBACK_KEY', callbackKey);
    vi.stubEnv('CARRIER_PACE', '0.05');
    vi.stubEnv('RECONCILE_SECONDS', '1');
    vi.stubEnv('MAX_OPEN_CALLS', '20');
    // Only the limits of functions can be set.
    vi.stubEnv('TELEPHONY_API_URL', 'http://127.0.0.1:9');

    expect(readEnvironment()).toMatchObject({
      accounts: { telephonyAuthToken: 'token', callbackKey },
      carrierPace: 0.05,
      variables: { RECONCILE_SECONDS: '1', MAX_OPEN_CALLS: '20' },
    });
    expect(readEnvironment().variables).not.toHaveProperty('TELEPHONY_API_URL');
  });

  it.each([
    ['CARRIER_PACE', 'fast', 'a number that is not negative'],
    ['CARRIER_PACE', '', 'a number that is not negative'],
    ['MAX_OPEN_CALLS', '-1', 'a number that is not negative'],
    ['QUOTAS', '{"agents": 1}', 'JSON with the quotas of lambdas/usage/model/quotas.ts'],
    ['LLM_API_KEY', '', 'a text that is not empty'],
    ['ASSEMBLY', '/nowhere', 'the directory of a cloud assembly, which has a manifest.json'],
    [
      'CONSOLE_DIRECTORY',
      '/nowhere',
      'a directory with an index.html, such as that of npm run console:build',
    ],
    ['CALLBACK_KEY', 'short', 'a text of at least 32 characters'],
  ])('is refused in one sentence if %s is %j', (name, value, what) => {
    vi.stubEnv(name, value);

    expect(() => readEnvironment()).toThrow(`The environment variable ${name} must be ${what}.`);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';
import { decimal, json } from '../lambdas/platform/variables/codecs.ts';
import * as settings from '../lambdas/platform/variables/settings.ts';
import { type Codec, readOptionalVariable, type Variable } from '../lambdas/platform/variables/variable.ts';
import { quotas } from '../lambdas/usage/model/quotas.ts';
import type { ServiceOptions } from './service.ts';
import { textOf } from './text-of.ts';

const QUOTAS = { ...settings.QUOTAS, codec: json(quotas) };

/** A text that passes a test. */
const textThat = (isPermitted: (value: string) => boolean): Codec<string> => ({
  decode(value) {
    if (!isPermitted(value)) throw new Error('The text is not permitted.');
    return value;
  },
  encode: (value) => value,
});

/** A text of at least this number of characters. */
const longText = (minLength: number) => textThat(({ length }) => length >= minLength);

/** A directory that contains this file. */
const directoryWith = (file: string) => textThat((value) => existsSync(join(value, file)));

const TELEPHONY_ACCOUNT_SID: Variable<string> = { name: 'TELEPHONY_ACCOUNT_SID', codec: longText(1) };
const TELEPHONY_AUTH_TOKEN: Variable<string> = { name: 'TELEPHONY_AUTH_TOKEN', codec: longText(1) };
const LLM_API_KEY: Variable<string> = { name: 'LLM_API_KEY', codec: longText(1) };
const CALLBACK_KEY: Variable<string> = { name: 'CALLBACK_KEY', codec: longText(32) };
const CARRIER_PACE: Variable<number> = { name: 'CARRIER_PACE', codec: decimal };
const ASSEMBLY: Variable<string> = { name: 'ASSEMBLY', codec: directoryWith('manifest.json') };
const CONSOLE_DIRECTORY: Variable<string> = {
  name: 'CONSOLE_DIRECTORY',
  codec: directoryWith('index.html'),
};

/** Limits of functions that can be set for a run. */
const LIMITS: readonly Variable<number>[] = [
  settings.RECONCILE_SECONDS,
  settings.USER_REQUESTS_PER_SECOND,
  settings.USER_REQUESTS_AT_ONCE,
  settings.FAILED_CHECKS_PER_MINUTE,
  settings.NUMBER_SEARCHES_PER_MINUTE,
  settings.PLATFORM_NUMBER_SEARCHES_PER_MINUTE,
  settings.TESTS_PER_MINUTE,
  settings.RETRIES_PER_MINUTE,
  settings.REPLAYS_AT_ONCE,
  settings.ANALYSES_PER_MINUTE,
  settings.REHEARSALS_PER_HOUR,
  settings.REHEARSAL_TURNS_AT_ONCE,
  settings.TEST_CASES_PER_HOUR,
  settings.MAX_OPEN_CALLS,
];

/** The simulated carrier loses its calls when the service dies; a short interval detects that soon. */
const RECONCILE_SECONDS = 10;

/** The options of the service that environment variables set. Throws a StartError for a value that cannot work. */
export function readEnvironment(): Pick<
  ServiceOptions,
  'accounts' | 'assembly' | 'carrierPace' | 'consoleDirectory' | 'variables'
> {
  const callbackKey = read(CALLBACK_KEY, 'a text of at least 32 characters');
  const assembly = read(ASSEMBLY, 'the directory of a cloud assembly, which has a manifest.json');
  const consoleDirectory = read(
    CONSOLE_DIRECTORY,
    'a directory with an index.html, such as that of npm run console:build',
  );
  return {
    accounts: {
      telephonyAccountSid: read(TELEPHONY_ACCOUNT_SID, NOT_EMPTY) ?? `AC${'0'.repeat(32)}`,
      telephonyAuthToken: read(TELEPHONY_AUTH_TOKEN, NOT_EMPTY) ?? 'local-auth-token',
      llmApiKey: read(LLM_API_KEY, NOT_EMPTY) ?? 'local-api-key',
      ...(callbackKey !== undefined && { callbackKey }),
    },
    carrierPace: read(CARRIER_PACE, A_NUMBER) ?? 1,
    ...(assembly !== undefined && { assembly }),
    ...(consoleDirectory !== undefined && { consoleDirectory }),
    variables: {
      ...textOf(settings.RECONCILE_SECONDS, RECONCILE_SECONDS),
      ...Object.assign({}, ...LIMITS.map((limit) => textOf(limit, read(limit, A_NUMBER)))),
      ...textOf(QUOTAS, read(QUOTAS, 'JSON with the quotas of lambdas/usage/model/quotas.ts')),
    },
  };
}

const NOT_EMPTY = 'a text that is not empty';
const A_NUMBER = 'a number that is not negative';

/** The value of a variable; undefined if it is not set. Throws if it is not `what` the variable must be. */
function read<Value>(variable: Variable<Value>, what: string): Value | undefined {
  try {
    return readOptionalVariable(variable);
  } catch {
    throw new StartError(`The environment variable ${variable.name} must be ${what}.`);
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';
import { failedChecksPerMinute } from '../lambdas/account-connections/model/settings.ts';
import { testCasesPerHour } from '../lambdas/agent-tests/model/settings.ts';
import { analysesPerMinute, reconcileSeconds } from '../lambdas/calls/model/settings.ts';
import { requestsPerUser } from '../lambdas/deliveries/model/settings.ts';
import { requestLimit } from '../lambdas/http/settings.ts';
import { numberSearchesPerMinute } from '../lambdas/numbers/model/settings.ts';
import * as limits from '../lambdas/platform/table/quota-limits.ts';
import { decimal, json } from '../lambdas/platform/variables/codecs.ts';
import { readOptionalVariable, type Variable } from '../lambdas/platform/variables/variable.ts';
import { rehearsalsPerUser } from '../lambdas/rehearsals/model/settings.ts';
import { quotas } from '../lambdas/usage/model/quotas.ts';
import { concurrentPerUser } from '../lambdas/usage/model/settings.ts';
import { voicePreviewsPerHour } from '../lambdas/voices/model/settings.ts';
import type { ServiceOptions } from './service.ts';
import { textOf } from './text-of.ts';

const QUOTAS = { ...limits.QUOTAS, codec: json(quotas) };
const CARRIER_PACE: Variable<number> = { name: 'CARRIER_PACE', codec: decimal };

/** Function limits that can be overridden for a run. */
const LIMITS: readonly Variable<number>[] = [
  reconcileSeconds,
  ...Object.values(requestLimit),
  failedChecksPerMinute,
  ...Object.values(numberSearchesPerMinute),
  ...Object.values(requestsPerUser),
  analysesPerMinute,
  ...Object.values(rehearsalsPerUser),
  testCasesPerHour,
  voicePreviewsPerHour,
  concurrentPerUser,
];

/** The simulated carrier loses its calls when the service stops; a short interval soon detects that. */
const RECONCILE_SECONDS = 10;

/** The service's options from environment variables. Throws a StartError for an invalid value. */
export function readEnvironment(): Pick<
  ServiceOptions,
  'accounts' | 'assembly' | 'carrierPace' | 'consoleDirectory' | 'variables'
> {
  const callbackKey = textIn(
    'CALLBACK_KEY',
    'a text of at least 32 characters',
    ({ length }) => length >= 32,
  );
  const assembly = textIn(
    'ASSEMBLY',
    'the directory of a cloud assembly, which has a manifest.json',
    (folder) => existsSync(join(folder, 'manifest.json')),
  );
  const consoleDirectory = textIn(
    'CONSOLE_DIRECTORY',
    'a directory with an index.html, such as that of npm run console:build',
    (folder) => existsSync(join(folder, 'index.html')),
  );
  return {
    accounts: {
      telephonyAccountSid: textIn('TELEPHONY_ACCOUNT_SID') ?? `AC${'0'.repeat(32)}`,
      telephonyAuthToken: textIn('TELEPHONY_AUTH_TOKEN') ?? 'local-auth-token',
      llmApiKey: textIn('LLM_API_KEY') ?? 'local-api-key',
      ...(callbackKey !== undefined && { callbackKey }),
    },
    carrierPace: read(CARRIER_PACE, A_NUMBER) ?? 1,
    ...(assembly !== undefined && { assembly }),
    ...(consoleDirectory !== undefined && { consoleDirectory }),
    variables: {
      ...textOf(reconcileSeconds, RECONCILE_SECONDS),
      ...Object.assign({}, ...LIMITS.map((limit) => textOf(limit, read(limit, A_NUMBER)))),
      ...textOf(QUOTAS, read(QUOTAS, 'JSON with the quotas of lambdas/usage/model/quotas.ts')),
    },
  };
}

const A_NUMBER = 'a number that is not negative';

/** A variable's value; undefined if unset. Throws StartError, which says `what` it must be, if it is invalid. */
function read<Value>(variable: Variable<Value>, what: string): Value | undefined {
  try {
    return readOptionalVariable(variable);
  } catch {
    throw new StartError(`The environment variable ${variable.name} must be ${what}.`);
  }
}

/** The same for text. */
function textIn(
  name: string,
  what = 'a text that is not empty',
  isRight = (value: string) => value !== '',
): string | undefined {
  const decode = (value: string) => {
    if (isRight(value)) return value;
    throw new Error('The text is not permitted.');
  };
  return read({ name, codec: { decode, encode: String } }, what);
}

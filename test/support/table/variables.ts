import { vi } from 'vitest';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import type { Variable } from '../../../lambdas/platform/variables/variable.ts';
import { settingText } from '../../../lib/config/settings.ts';
import staging from '../environments/staging.ts';

/**
 * Sets the variables of a function as the stacks do: the settings of staging, and a stand-in for each name and address of a resource.
 * `given` has the texts that a test needs to be others.
 */
export function stubVariables(
  variables: readonly Variable<unknown>[],
  given: Readonly<Record<string, string>> = {},
): void {
  for (const variable of variables) vi.stubEnv(variable.name, settingText(variable, staging) ?? 'stand-in');
  for (const [name, text] of Object.entries(given)) vi.stubEnv(name, text);
}

/** With which the SDK signs. */
export const CREDENTIALS = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };

/** With which functions reach the table of a test. */
export async function tableVariables({ name, client }: Table) {
  const { hostname, port, protocol } = (await client.config.endpoint?.()) ?? {};
  const AWS_ENDPOINT_URL_DYNAMODB = `${protocol}//${hostname}:${port}`;
  return { ...CREDENTIALS, TABLE_NAME: name, AWS_ENDPOINT_URL_DYNAMODB };
}

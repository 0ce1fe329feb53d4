import { vi } from 'vitest';
import type { Variable } from '../../../lambdas/runtime/variables/variable.ts';
import { settingText } from '../../../lib/config/settings.ts';
import { staging } from '../../../lib/config/staging.ts';

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

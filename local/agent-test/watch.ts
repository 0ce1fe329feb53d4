import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks at files and agents. */
const POLL_MS = 1_000;

/** Resolves when the state is no longer `before`: at once if it changed already. Rejects when the signal aborts. */
export async function changed(
  before: string,
  { state, signal }: { readonly state: () => Promise<string>; readonly signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  while ((await state()) === before) await wait(POLL_MS, undefined, { signal });
}

/** When each file was changed. */
export const stateOfFiles = (files: readonly string[]): string =>
  files.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`).join('\n');

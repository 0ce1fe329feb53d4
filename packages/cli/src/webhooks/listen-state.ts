import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { settingsFolder, writePrivateFile } from '../settings/profiles.ts';

const state = z.object({
  webhook: z.string(),
  /** The time of the earliest event that may be missing, as ISO 8601. */
  since: z.string(),
  /** Deliveries since then that were forwarded. */
  forwarded: z.array(z.string()),
});

/** What `webhooks listen` has forwarded; kept in a file, so that the next one continues there. */
export type ListenState = z.infer<typeof state>;

/** The file of one user's listening, or of that to one webhook. */
export function listenFile(...key: readonly string[]): string {
  const name = createHash('sha256').update(key.join('\n')).digest('hex').slice(0, 32);
  return join(settingsFolder(), 'listen', `${name}.json`);
}

export function readListenState(file: string): ListenState | undefined {
  try {
    return state.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export const writeListenState = (file: string, value: ListenState): void => writePrivateFile(file, value);

export const removeListenState = (file: string): void => rmSync(file, { force: true });

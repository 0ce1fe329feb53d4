import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inOrder, type LogLine, readLine } from './log-line.ts';

/** The lines of a call in the logs of the local service, which keep the last five to ten megabytes of each function. */
export function readLocalLogs(folder: string, callId: string): LogLine[] {
  if (!existsSync(folder))
    throw new Error(`There are no logs in ${folder}: start the service, or name its --data.`);
  return inOrder(
    readdirSync(folder).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((text) => readLine(text, callId) ?? []),
    ),
  );
}

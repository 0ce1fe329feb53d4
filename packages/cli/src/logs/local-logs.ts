import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { findLocalConnection } from '../settings/find-connection.ts';
import { inOrder, type LogLine, readLine, renderLines } from './log-line.ts';

/** Shows the log of a call on the service of this machine, from its first request to its last delivery. */
export function showLogs(output: Output, callId: string, data?: string): void {
  const folder = data ?? findLocalConnection()?.dataFolder;
  if (folder === undefined)
    throw new UsageError(
      'No service of this machine was found: name its data folder with --data. Logs of a deployed service are for its operator.',
    );
  showLines(output, callId, localLines(join(folder, 'logs'), callId));
}

export function showLines(output: Output, callId: string, lines: readonly LogLine[]): void {
  if (lines.length === 0) throw new UsageError(`No log mentions the call ${callId}.`);
  if (output.isJson) for (const line of lines) output.event(line, '');
  else for (const line of renderLines(lines)) output.say(line);
}

/** The lines of a call in the logs of the local service, which keep the last five to ten megabytes of each function. */
function localLines(folder: string, callId: string): LogLine[] {
  if (!existsSync(folder))
    throw new UsageError(`${folder} has no logs: start the service, or name its data folder with --data.`);
  const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return inOrder(logs.flatMap((log) => log.split('\n').flatMap((line) => readLine(line, callId) ?? [])));
}

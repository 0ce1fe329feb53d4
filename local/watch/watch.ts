// Shows the running local service: calls, turns, deliveries and alarms.
import { CommandError } from '../call/clients/command-error.ts';
import { readConnection } from '../connection-file.ts';
import { parseWatchArguments, USAGE, type WatchArguments } from './arguments.ts';
import { askService } from './ask-service.ts';
import { followService } from './follow-service.ts';
import { RefreshedScreen } from './refreshed-screen.ts';

/** Milliseconds between two refreshes, on a terminal and elsewhere. */
const REFRESH_MS = { terminal: 1_000, elsewhere: 10_000 };

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
// The reader of the output, such as `head`, has closed it.
process.stdout.on('error', () => process.exit());

try {
  const options = parseWatchArguments(process.argv.slice(2));
  if (options) await watch(options);
  else console.log(USAGE);
} catch (error) {
  if (!interruption.signal.aborted) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}

async function watch({ data, minutes, once }: WatchArguments): Promise<void> {
  const connection = readConnection(data);
  const command = data === '.local' ? 'npm start' : `npm start -- --data ${data}`;
  if (!connection)
    throw new CommandError(`No service runs on the data folder ${data}. Start it with "${command}" first.`);
  const screen = new RefreshedScreen(process.stdout);
  const refreshMs = screen.isTerminal ? REFRESH_MS.terminal : REFRESH_MS.elsewhere;
  const ask = () => askService(connection, minutes);
  await followService({ ask, screen, refreshMs, once, signal: interruption.signal });
}

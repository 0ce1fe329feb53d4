// Shows the running local service: calls, turns, deliveries, and the thresholds of alarms that are exceeded.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OptionError, parseOptions } from '../../bin/parse-options.ts';
import { production } from '../../lib/config/presets/production.ts';
import { CommandError } from '../call/clients/command-error.ts';
import { readConnection, startFirst } from '../connection-file.ts';
import { describe } from './describe.ts';
import { EmittedMetrics } from './emitted-metrics.ts';
import { RefreshedScreen } from './refreshed-screen.ts';

const USAGE = `Usage: npm run watch [-- options]
  --minutes N        minutes that the figures cover (1 to 180, default 5)
  --once             show the figures once, and end
  --data FOLDER      the data folder of the running service (default .local)`;

const MOST_MINUTES = 180;

/** Milliseconds between two refreshes, on a terminal and elsewhere. */
const REFRESH_MS = { terminal: 1_000, elsewhere: 10_000 };

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
// The reader of the output, such as `head`, has closed it.
process.stdout.on('error', () => process.exit());

try {
  await watch();
} catch (error) {
  if (interruption.signal.aborted) console.log('Stopped.');
  else {
    console.error(error instanceof CommandError || error instanceof OptionError ? error.message : error);
    process.exitCode = 1;
  }
}

async function watch(): Promise<void> {
  const { help, minutes: given, data, once } = readArguments();
  if (help) return console.log(USAGE);
  const minutes = Number(given);
  if (!/^\d+$/.test(given) || minutes < 1 || minutes > MOST_MINUTES)
    throw new CommandError(`--minutes must be a number from 1 to ${MOST_MINUTES}, not "${given}".`);
  const url = readConnection(data)?.base_url;
  if (url === undefined) throw new CommandError(startFirst(data));
  const metrics = new EmittedMetrics(join(data, 'logs'), minutes * 60_000);
  const screen = new RefreshedScreen(process.stdout);
  const { signal } = interruption;
  for (let isFirst = true; isFirst || !once; isFirst = false) {
    if (!isFirst)
      await wait(screen.isTerminal ? REFRESH_MS.terminal : REFRESH_MS.elsewhere, undefined, { signal });
    await fetch(url, { signal }).catch((cause: unknown) => {
      throw new CommandError(isFirst ? `No service answers at ${url}.` : 'The service has stopped.', {
        cause,
      });
    });
    metrics.refresh();
    screen.show(describe({ metrics, minutes, thresholds: production.alarmThresholds }));
  }
}

function readArguments() {
  const options = {
    minutes: { type: 'string', default: '5' },
    once: { type: 'boolean', default: false },
    data: { type: 'string', default: '.local' },
    help: { type: 'boolean', default: false, short: 'h' },
  } as const;
  return parseOptions('npm run watch', { options }).values;
}

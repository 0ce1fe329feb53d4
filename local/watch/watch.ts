// Monitors the running local service: calls, turns, deliveries, and exceeded alarm thresholds.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { styleText } from 'node:util';
import { CommandError } from '#cli/errors.ts';
import { interruptionSignal } from '#cli/interruption.ts';
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { wholeNumber } from '#cli/option-values.ts';
import { readConnection, startFirst } from '#cli/settings/connection-file.ts';
import { ALARM_THRESHOLDS } from '../../lib/config/alarm-thresholds.ts';
import { describe, type Line } from './describe.ts';
import { EmittedMetrics } from './emitted-metrics.ts';

const MAX_MINUTES = 180;

const WATCH = npmCommand('npm run watch', 'show the figures of the running service')
  .option('--minutes <n>', `minutes to cover, 1 to ${MAX_MINUTES}`, wholeNumber(1, MAX_MINUTES), 5)
  .option('--once', 'show the figures once and exit', false)
  .option('--data <folder>', 'the data folder of the running service', '.local')
  .action(async (options) => {
    const signal = interruptionSignal();
    await watch(options, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      console.log('Stopped.');
    });
  });

/** Milliseconds between refreshes, on a terminal and elsewhere. */
const REFRESH_MS = { terminal: 1_000, elsewhere: 10_000 };

await runNpmCommand(WATCH);

async function watch(
  { minutes, data, once }: ReturnType<typeof WATCH.opts>,
  signal: AbortSignal,
): Promise<void> {
  const url = readConnection(data)?.base_url;
  if (url === undefined) throw new CommandError(startFirst(data));
  const metrics = new EmittedMetrics(join(data, 'logs'), minutes * 60_000);
  const pauseMs = process.stdout.isTTY ? REFRESH_MS.terminal : REFRESH_MS.elsewhere;
  for (let isFirst = true; isFirst || !once; isFirst = false) {
    if (!isFirst) await wait(pauseMs, undefined, { signal });
    await fetch(url, { signal }).catch((cause: unknown) => {
      const message = isFirst ? `No service answers at ${url}.` : 'The service has stopped.';
      throw new CommandError(message, { cause });
    });
    metrics.refresh();
    show(describe({ metrics, minutes, thresholds: ALARM_THRESHOLDS }));
  }
}

/** Replaces what a terminal shows; appends in a file or pipe. */
function show(lines: readonly Line[]): void {
  console.clear();
  const shown = lines.slice(0, (process.stdout.rows ?? Number.POSITIVE_INFINITY) - 1);
  console.log(`${shown.map(({ text, style = 'reset' }) => styleText(style, text)).join('\n')}\n`);
}

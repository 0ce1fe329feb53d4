// Monitors the running local service: calls, turns, deliveries, and exceeded alarm thresholds.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { interruptionSignal } from '#cli/interruption.ts';
import { readConnection, startFirst } from '#cli/settings/connection-file.ts';
import { CommandError, flag, numberIn, runCommand, textOr, type Values } from '../../bin/command.ts';
import { ALARM_THRESHOLDS } from '../../lib/config/alarm-thresholds.ts';
import { describe } from './describe.ts';
import { EmittedMetrics } from './emitted-metrics.ts';
import { RefreshedScreen } from './refreshed-screen.ts';

const MAX_MINUTES = 180;

const WATCH = {
  name: 'npm run watch',
  forms: ['[-- options]'],
  options: {
    minutes: textOr('5', 'N', `minutes to cover, 1 to ${MAX_MINUTES}`),
    once: flag('show the figures once and exit'),
    data: textOr('.local', 'FOLDER', 'the data folder of the running service'),
  },
} as const;

/** Milliseconds between refreshes, on a terminal and elsewhere. */
const REFRESH_MS = { terminal: 1_000, elsewhere: 10_000 };

await runCommand(WATCH, async ({ values }) => {
  const signal = interruptionSignal();
  await watch(values, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    console.log('Stopped.');
  });
});

async function watch(
  { minutes: given, data, once }: Values<typeof WATCH.options>,
  signal: AbortSignal,
): Promise<void> {
  const minutes = numberIn('minutes', given, 1, MAX_MINUTES);
  const url = readConnection(data)?.base_url;
  if (url === undefined) throw new CommandError(startFirst(data));
  const metrics = new EmittedMetrics(join(data, 'logs'), minutes * 60_000);
  const screen = new RefreshedScreen(process.stdout);
  const pauseMs = screen.isTerminal ? REFRESH_MS.terminal : REFRESH_MS.elsewhere;
  for (let isFirst = true; isFirst || !once; isFirst = false) {
    if (!isFirst) await wait(pauseMs, undefined, { signal });
    await fetch(url, { signal }).catch((cause: unknown) => {
      const message = isFirst ? `No service answers at ${url}.` : 'The service has stopped.';
      throw new CommandError(message, { cause });
    });
    metrics.refresh();
    screen.show(describe({ metrics, minutes, thresholds: ALARM_THRESHOLDS }));
  }
}

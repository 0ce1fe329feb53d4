import { Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { contextOf } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { exampleFirst } from '../example-first.ts';
import { readConnection } from '../settings/connection-file.ts';
import { requestJson } from './request-json.ts';

const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 168 * HOUR_MS,
};

/** Milliseconds until a request to set the clock forward by an hour times out. */
const HOUR_WITHIN_MS = 290_000;

const shown = z.object({ time: z.iso.datetime() });

/** `phone-agents clock`. */
export function clockCommand() {
  const clock = exampleFirst(
    new Command('clock').description("show or advance a local service's own clock (npm start -- --clock)"),
    'clock advance 3d',
  );
  exampleFirst(clock.command('show').description('show its time'), 'clock show').action(
    async (_, command) => {
      const { connection, output } = await contextOf(command);
      const answer = await requestJson({ method: 'GET', url: urlOf(connection), answer: shown });
      output.event(answer, answer.time);
    },
  );
  exampleFirst(
    clock.command('advance').description('do all that falls due in a time, such as 90m, 12h, 3d or 1w'),
    'clock advance 3d',
  )
    .argument('<time>', 'a number of s, m, h, d or w')
    // So that -3d gets an answer of its own.
    .allowUnknownOption()
    .action(async (time, _, command) => {
      const ms = durationIn(time);
      const { connection, output, signal } = await contextOf(command);
      const url = urlOf(connection);
      let { time: now } = await requestJson({ method: 'GET', url, answer: shown });
      const end = Date.parse(now) + ms;
      // Hour by hour, so that the progress is visible and Ctrl-C ends it.
      while (Date.parse(now) < end && !signal.aborted) {
        const to = new Date(Math.min(end, Date.parse(now) + HOUR_MS));
        const request = { method: 'POST', url, body: { to }, answer: shown } as const;
        ({ time: now } = await requestJson({ ...request, timeoutMs: HOUR_WITHIN_MS }));
        output.event({ time: now }, now);
      }
    });
  return clock;
}

function urlOf({ dataFolder }: { readonly dataFolder?: string }): URL {
  const url = dataFolder === undefined ? undefined : readConnection(dataFolder)?.clock_url;
  if (url !== undefined) return new URL(url);
  throw new CommandError(
    'This service runs in real time. Start a local one with "npm start -- --clock 2026-12-01T09:00".',
  );
}

function durationIn(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new UsageError(`A clock moves forward by a number of s, m, h, d or w, such as 3d, not by "${text}".`);
}

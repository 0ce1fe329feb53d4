import { setTimeout as wait } from 'node:timers/promises';
import { isOfCalls, markOf } from '../cost/count-units.ts';
import type { MeasuredService } from '../measured-service.ts';
import { number, type Table, verdict } from '../table.ts';
import { setTalker, type Talk } from './call-footprint.ts';
import type { Footprint } from './footprint.ts';
import type { Outcome } from './simulate.ts';

/** Conversations of the run that the simulation has to reproduce. */
export const COMPARED_CONVERSATIONS = 200;

/** Most by which a figure of the simulation may differ. */
const TOLERANCE = 0.2;

/** Milliseconds of the run that are compared. */
const WINDOW_MS = 60_000;

/** How people talk in the run: so slowly that this machine, which is both sides of all calls, keeps up. */
export const SLOW_TALK: Talk = { turns: 2, pauseMs: 55_000 };

/** Figures a second. */
export interface Figures {
  readonly invocations: number;
  readonly messages: number;
  readonly reads: number;
  readonly writes: number;
  /** Turns that are being answered at the same time, on average. */
  readonly answering: number;
}

/**
 * Starts calls at an even pace until this many are open, and goes on as long as others end; measures a minute of that.
 */
export async function runConversations(
  service: MeasuredService,
  { agent, footprint }: { readonly agent: string; readonly footprint: Footprint },
): Promise<Figures> {
  const everyMs = footprint.durationMs / COMPARED_CONVERSATIONS;
  const began = performance.now();
  const measureAt = began + footprint.durationMs * 1.1;
  const endAt = measureAt + WINDOW_MS;
  const placing: Promise<void>[] = [];
  let mark: ReturnType<typeof markOf> | undefined;
  for (let calls = 0; performance.now() < endAt; calls++) {
    if (mark === undefined && performance.now() >= measureAt) mark = markOf(service);
    placing.push(place(service, agent));
    await wait(Math.max(0, began + (calls + 1) * everyMs - performance.now()));
  }
  const figures = figuresSince(service, mark ?? markOf(service));
  await Promise.all(placing);
  return figures;
}

async function place(service: MeasuredService, agent: string): Promise<void> {
  const { api, connection } = service;
  const to_number = await setTalker(service, SLOW_TALK);
  await api.created('/v1/calls/create', { from_number: connection.phone_number, to_number, agent });
}

function figuresSince(
  service: MeasuredService,
  { requests, invocations }: ReturnType<typeof markOf>,
): Figures {
  const seconds = WINDOW_MS / 1000;
  const made = service.requests.slice(requests);
  const ran = service.invocations
    .slice(invocations)
    .map(({ functionName, ...rest }) => ({ ...rest, entry: service.entryOf(functionName) }))
    .filter(({ entry }) => isOfCalls(entry));
  const messages = ran.filter(({ entry }) => entry === 'conversation/message');
  const units = (kind: 'Read' | 'Write') =>
    made
      .filter(({ functionName }) => isOfCalls(service.entryOf(functionName ?? '')))
      .flatMap(({ loads = [] }) => loads)
      .reduce((sum, load) => sum + (load.kind === kind ? load.units : 0), 0);
  return {
    invocations: ran.length / seconds,
    messages: messages.length / seconds,
    reads: units('Read') / seconds,
    writes: units('Write') / seconds,
    answering: messages.reduce((sum, { durationMs }) => sum + durationMs, 0) / WINDOW_MS,
  };
}

/** The same figures of a simulation. */
export function figuresOf({ functions, units }: Outcome): Figures {
  const messages = functions.get('conversation/message');
  return {
    invocations: [...functions.values()].reduce((sum, { perSecond }) => sum + perSecond, 0),
    messages: messages?.perSecond ?? 0,
    ...units,
    answering: messages?.running ?? 0,
  };
}

const NAMES: Readonly<Record<keyof Figures, string>> = {
  invocations: 'invocations a second',
  messages: 'frames of the relay a second',
  reads: 'read units a second',
  writes: 'write units a second',
  answering: 'frames that are handled at the same time',
};

/** Both sets of figures, and whether the simulation is near enough. */
export function comparisonTable(run: Figures, simulated: Figures): Table {
  const names = Object.keys(NAMES) as (keyof Figures)[];
  return {
    title: 'The simulation beside a run',
    note: `This checks the simulation. ${COMPARED_CONVERSATIONS} conversations run on this machine for a minute. The simulation gets the measurements of one of them, and simulates the same number. Here its invocations take as long as measured. Goal: the figures differ by at most ${TOLERANCE * 100} %.`,
    columns: ['figure', 'run', 'simulation', 'apart', 'goal'],
    rows: names.map((name) => {
      const apart = Math.abs(simulated[name] / run[name] - 1);
      return [
        NAMES[name],
        number(run[name], 1),
        number(simulated[name], 1),
        `${Math.round(apart * 100)} %`,
        verdict(apart, TOLERANCE),
      ];
    }),
  };
}

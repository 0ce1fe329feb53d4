import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { addModelRules, makeAgent, newNumber, setCallee } from '../test/support/scene.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { type LoggedEvents, loggedEvents } from './turns/converse.ts';

/** Numbers of concurrent calls. */
const CROWDS = [20, 50, 200];
const TURNS = 3;

/** Longest ringing in milliseconds; callees answer at different times. */
const LONGEST_RINGING_MS = 10_000;

/** Milliseconds until the model's first word: a common vendor. */
const FIRST_TOKEN_MS = 500;

const REPLY =
  'That day is free, and so is the one after it. I would need to know at what time you would like to come, and whether you have been here before.';

/** Milliseconds after which all calls are over or lost. */
const PATIENCE_MS = 180_000;
const POLL_MS = 1_000;

const carrierCalls = z.array(z.object({ sid: z.string(), to: z.string(), finished: z.boolean() }));
const records = z.array(z.object({ to_number: z.string(), status: z.string() }));

/** Runs many realistic conversations at once, and one alone for comparison. */
export async function measureCrowd(): Promise<Table> {
  const service = await startMeasuredService(1);
  try {
    await addModelRules(service.connection, [
      { when: { system: 'BENCH-CROWD' }, reply: REPLY, first_token_ms: FIRST_TOKEN_MS },
    ]);
    const { agent } = await makeAgent(service.api, {
      prompt: 'BENCH-CROWD. You book appointments.',
      initialMessage: 'Hello, who is there?',
    });
    const { id } = z.object({ id: z.string() }).parse(agent);
    // The first one starts the functions.
    await hold(service, { agent: id, calls: 1 });
    const alone = await hold(service, { agent: id, calls: 1 });
    const crowds: Held[] = [];
    for (const calls of CROWDS) crowds.push(await hold(service, { agent: id, calls }));
    return tableOf(alone, crowds);
  } finally {
    await service.close();
  }
}

interface Held {
  readonly calls: number;
  /** Calls that did not end as expected. */
  readonly lost: number;
  /** Utterances without an answer. */
  readonly unanswered: number;
  /** Milliseconds from an utterance to the first text of its answer, less the model's time. */
  readonly overheads: readonly number[];
}

/** Places these calls at once; resolves when all of them are over. */
async function hold(
  service: MeasuredService,
  { agent, calls }: { readonly agent: string; readonly calls: number },
): Promise<Held> {
  const { connection, api } = service;
  const numbers = Array.from({ length: calls }, newNumber);
  const script = Array.from({ length: TURNS }, (_, turn) => ({
    say: `I could come on Tuesday, number ${turn + 1}, or on any other day of the week after that one.`,
  }));
  for (const to of numbers)
    await setCallee(connection, to, { ring_ms: Math.floor(Math.random() * LONGEST_RINGING_MS), script });
  await api.created('/v1/calls/batch', {
    from_number: connection.phone_number,
    agent,
    recipients: numbers.map((to_number) => ({ to_number })),
  });
  const sids = await whenOver(connection.carrier_url, new Set(numbers));
  const conversations: LoggedEvents[] = [];
  for (const sid of sids) {
    const answer = await fetch(`${connection.carrier_url}/simulator/calls/${sid}`);
    conversations.push(z.object({ events: loggedEvents }).parse(await answer.json()).events);
  }
  const overheads = conversations.flatMap(overheadsOf);
  return {
    calls,
    lost: calls - (await endedAmong(service, new Set(numbers))),
    unanswered: calls * TURNS - overheads.length,
    overheads,
  };
}

/** The carrier's ids of the calls to these numbers, when all of them are over. */
async function whenOver(carrierUrl: string, numbers: ReadonlySet<string>): Promise<readonly string[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`${carrierUrl}/simulator/calls`);
    const ours = carrierCalls.parse(await answer.json()).filter(({ to }) => numbers.has(to));
    const isOver = ours.length === numbers.size && ours.every(({ finished }) => finished);
    if (isOver || Date.now() > deadline) return ours.map(({ sid }) => sid);
    await wait(POLL_MS);
  }
}

/** The number of calls to these numbers that ended as expected. */
async function endedAmong({ api }: MeasuredService, numbers: ReadonlySet<string>): Promise<number> {
  const { body } = await api.get('/v1/calls/list');
  const ours = records.parse(body).filter(({ to_number }) => numbers.has(to_number));
  return ours.filter(({ status }) => status === 'ended').length;
}

function overheadsOf(events: LoggedEvents): readonly number[] {
  return events.flatMap(({ direction, frame, at }, index) => {
    if (direction !== 'sent' || frame?.type !== 'prompt') return [];
    const rest = events.slice(index + 1);
    const next = rest.findIndex((event) => event.direction === 'sent' && event.frame?.type === 'prompt');
    const answer = rest
      .slice(0, next < 0 ? undefined : next)
      .find((event) => event.direction === 'received' && event.frame?.type === 'text');
    return answer ? [answer.at.getTime() - at.getTime() - FIRST_TOKEN_MS] : [];
  });
}

function tableOf(alone: Held, crowds: readonly Held[]): Table {
  const row = (name: string, { calls, lost, unanswered, overheads }: Held, goal: string): readonly Cell[] => [
    name,
    number(calls),
    number(lost),
    number(overheads.length),
    number(unanswered),
    ...[0.5, 0.9, 0.99].map((p) => number(percentile(overheads, p))),
    goal,
  ];
  return {
    title: 'Many conversations at once',
    note:
      `Calls placed at once, which are picked up within ${LONGEST_RINGING_MS / 1000} s of ringing and hold ${TURNS} turns each at the pace of real life, with a model that takes ${FIRST_TOKEN_MS} ms; ` +
      'beside one call alone. Own overhead: from what the callee said to the first text at the carrier, less the time of the model. Everything shares the cores of this machine: ' +
      'the functions, the database, the gateways, the carrier and the model. Goal: none is lost.',
    columns: [
      'conversations',
      'calls',
      'lost',
      'answered turns',
      'unanswered',
      'p50, ms',
      'p90, ms',
      'p99, ms',
      'goal',
    ],
    rows: [
      row('one alone', alone, ''),
      ...crowds.map((held) => row('at once', held, verdict(held.lost + held.unanswered, 0))),
    ],
  };
}

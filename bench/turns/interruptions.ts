import { addModelRules } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { percentile } from '../statistics.ts';
import { type Cell, number, type Table, verdict } from '../table.ts';
import { makeMeasuredAgent } from './converse.ts';
import { holdCall } from './logged-call.ts';

const CALLS = 30;
/** A story of distinct clauses. */
const STORY = Array.from({ length: 40 }, (_, index) => `This is part ${index + 1} of it,`).join(' ');
const TOKEN_MS = 15;
const MAX_TEXTS = 1;

/** Measures how fast the agent stops sending after a barge-in. The vendor's speech stops at once. */
export async function measureInterruptions(service: MeasuredService, webhookUrl: string): Promise<Table> {
  const agent = await makeMeasuredAgent(service, webhookUrl);
  await addModelRules(service.connection, [
    { when: { system: 'BENCH', last_user: 'a story' }, reply: STORY, token_ms: TOKEN_MS },
  ]);
  const stops: Stop[] = [];
  for (let call = 0; call < CALLS; call++) stops.push(await interrupt(service, agent));
  const row = (name: string, values: readonly number[], goal = ''): readonly Cell[] => [
    ...[name, ...[0.5, 0.9, 0.99].map((p) => number(percentile(values, p)))],
    goal,
  ];
  const [delays, texts] = [stops.map(({ afterMs }) => afterMs), stops.map((stop) => stop.texts)];
  return {
    title: 'Interruptions',
    note:
      `${CALLS} calls, one after another, in each of which the callee interrupts an answer that is still being sent. From the vendor's report to the last text of that answer at the carrier; 0 if none came. ` +
      `Goal: at p90, at most ${MAX_TEXTS} text.`,
    columns: ['', 'p50', 'p90', 'p99', 'goal'],
    rows: [
      row('until the answer stops, ms', delays),
      row('texts sent afterwards', texts, verdict(percentile(texts, 0.9), MAX_TEXTS)),
    ],
  };
}

interface Stop {
  readonly afterMs: number;
  readonly texts: number;
}

async function interrupt(service: MeasuredService, agent: string): Promise<Stop> {
  const script = [
    { wait_ms: 700 },
    { say: 'Tell me a story.' },
    { interrupt: 'Stop it.', after_words: 8 },
    { wait_ms: 700 },
  ];
  const events = await holdCall(service, agent, { script });
  const start = events.findIndex(
    ({ direction, frame }) => direction === 'sent' && frame?.type === 'interrupt',
  );
  const interrupted = events[start];
  if (!interrupted) throw new Error('The callee did not interrupt the agent.');
  const late = events
    .slice(start)
    .filter(({ direction, frame }) => direction === 'received' && frame?.token?.includes('This is part'));
  const last = late.at(-1);
  return { afterMs: last ? last.at.getTime() - interrupted.at.getTime() : 0, texts: late.length };
}

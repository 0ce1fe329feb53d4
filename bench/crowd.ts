import { setTimeout as wait } from 'node:timers/promises';
import { placeCall } from '../test/support/scene.ts';
import { eventsOfCall, FIRST_TOKEN_MS, isText, makeMeasuredAgent } from './converse.ts';
import type { MeasuredService } from './measured-service.ts';
import { percentile } from './statistics.ts';
import { number, type Table } from './table.ts';

const CROWD = 200;
/** Calls begin one after another, in milliseconds, so that they are all held for a while. */
const APART_MS = 200;
/** People let so much time pass between the things they say, in milliseconds. */
const PAUSE_MS = 15_000;
const TURNS = 5;
const LINES = Array.from({ length: TURNS }, (_, index) => `I could come on Tuesday, number ${index + 1}.`);

/** Measures what many conversations at the same time do to the answers of each. */
export async function measureCrowd(service: MeasuredService, webhookUrl: string): Promise<Table> {
  const agent = await makeMeasuredAgent(service, webhookUrl);
  const alone = await overheadsOf(service, await begin(service, agent));
  const calls: unknown[] = [];
  for (let call = 0; call < CROWD; call++) {
    calls.push(await begin(service, agent));
    await wait(APART_MS);
  }
  const crowd: number[] = [];
  for (const call of calls) crowd.push(...(await overheadsOf(service, call)));
  const row = (name: string, overheads: readonly number[]) => [
    name,
    number(overheads.length),
    ...[0.5, 0.9, 0.99].map((p) => number(percentile(overheads, p))),
  ];
  return {
    title: 'Conversations at once',
    note:
      `${TURNS} turns a call, one every ${PAUSE_MS / 1000} seconds; from the callee's words to the first text at the carrier, less the model's ${FIRST_TOKEN_MS} ms. ` +
      'Callees, carrier, model, database and functions share this machine.',
    columns: ['conversations at once', 'turns', 'p50, ms', 'p90, ms', 'p99, ms'],
    rows: [row('1', alone), row(String(CROWD), crowd)],
  };
}

async function begin({ connection, api }: MeasuredService, agent: string): Promise<unknown> {
  const script = [...LINES.flatMap((say) => [{ wait_ms: PAUSE_MS }, { say }]), { wait_ms: PAUSE_MS }];
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', script } });
  return call;
}

/** The overhead of each turn of a call, in milliseconds, when it is over. */
async function overheadsOf(service: MeasuredService, call: unknown): Promise<readonly number[]> {
  const events = await eventsOfCall(service, call);
  return LINES.map((text) => {
    const start = events.findIndex(
      ({ direction, frame }) => direction === 'sent' && frame?.voicePrompt === text,
    );
    const prompt = events[start];
    const answer = events.slice(start).find(isText);
    if (!prompt || !answer) throw new Error(`What was said was not answered: ${text}`);
    return answer.at.getTime() - prompt.at.getTime() - FIRST_TOKEN_MS;
  });
}

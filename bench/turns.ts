import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { startMeasuredService } from './measured-service.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table } from './table.ts';
import { COLD_START_MS, converse, type MeasuredTurn, makeMeasuredAgent } from './turns/converse.ts';
import { measureInterruptions } from './turns/interruptions.ts';

const CALLS = 20;
const TURNS_PER_CALL = 10;

/** Turns of a first call, which warms up the functions and doesn't count. */
const WARM_UP = { turns: 5, openingMs: COLD_START_MS } as const;

/**
 * Measures the service's own share of the response time (from the prompt to the first text, minus the model's time to
 * first token), and how fast an interruption stops an answer.
 */
export async function measureTurns(): Promise<readonly Table[]> {
  const receiver = new WebhookReceiver();
  const service = await startMeasuredService();
  try {
    const webhookUrl = await receiver.listen();
    const agent = await makeMeasuredAgent(service, webhookUrl);
    await converse(service, agent, WARM_UP);
    const before = service.invocations.length;
    const turns: MeasuredTurn[] = [];
    for (let call = 0; call < CALLS; call++)
      turns.push(...(await converse(service, agent, { turns: TURNS_PER_CALL })));
    const coldStarts = service.invocations.slice(before).filter(({ coldStart }) => coldStart).length;
    return [tableOf(turns, coldStarts), await measureInterruptions(service, webhookUrl)];
  } finally {
    await service.close();
    await receiver.close();
  }
}

function tableOf(turns: readonly MeasuredTurn[], coldStarts: number): Table {
  const before = turns.map(({ promptAt, modelAskedAt }) => modelAskedAt - promptAt);
  const model = turns.map(({ modelAskedAt, firstTokenAt }) => firstTokenAt - modelAskedAt);
  const after = turns.map(({ firstTokenAt, firstTextAt }) => firstTextAt - firstTokenAt);
  const own = turns.map((_, index) => (before[index] ?? 0) + (after[index] ?? 0));
  const silences = turns.flatMap(({ promptAt, silentAt }) =>
    silentAt === undefined ? [] : [promptAt - silentAt],
  );
  return {
    title: 'Turns',
    note:
      `${turns.length} turns of ${CALLS} calls, one after another, with warm functions (${coldStarts} cold starts), webhooks delivered beside them; ` +
      `the callee speaks at least ${Math.min(...silences)} ms after the agent fell silent. Times at the carrier and the model, to the millisecond. ` +
      `An answer of two sentences is sent in at most ${Math.max(...turns.map(({ texts }) => texts))} texts.`,
    columns: ['part of a turn', 'p50, ms', 'p90, ms', 'p99, ms'],
    rows: [
      rowOf('prompt sent by the carrier, to model request', before),
      rowOf('model request, to its first token (not ours)', model),
      rowOf('first token, to the first text at the carrier', after),
      rowOf('own overhead', own),
    ],
  };
}

function rowOf(name: string, values: readonly number[]): readonly Cell[] {
  return [name, ...[0.5, 0.9, 0.99].map((p) => number(percentile(values, p)))];
}

import * as z from 'zod';
import { addModelRules, makeAgent, placeCall } from '../test/support/scene.ts';
import { WebhookReceiver } from '../test/support/webhook-receiver.ts';
import { countUnits, markOf, SLOWER_ON_LAMBDA } from './cost/count-units.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { PRICED, PRICES, priceTable, usdOf } from './prices.ts';
import { number, type Table, verdict } from './table.ts';
import { deliveryCost } from './webhooks/delivery-cost.ts';

const TURNS = 8;
const MAX_USD_A_MINUTE = 0.002;
const MONTH_MINUTES = 10_000;

/**
 * The model's delay in milliseconds, as of a common vendor, and its answer. The waiting function is paid for during the
 * delay.
 */
const MODEL = {
  first_token_ms: 500,
  token_ms: 25,
  reply: 'That day is free. I have put it down for you. What time would you like to come?',
};

const times = z.object({ start_time: z.coerce.date(), end_time: z.coerce.date() });

/** Measures and prices the AWS usage of a realistic call. */
export async function measureCost(): Promise<readonly Table[]> {
  const receiver = new WebhookReceiver();
  const service = await startMeasuredService(1);
  try {
    const agent = await makeCostAgent(service, await receiver.listen());
    // Starts the functions.
    await hold(service, receiver, { agent, turns: 1 });
    const mark = markOf(service);
    const minutes = await hold(service, receiver, { agent, turns: TURNS });
    return [priceTable(), tableOf(service, mark, minutes), deliveryCost()];
  } finally {
    await service.close();
    await receiver.close();
  }
}

async function makeCostAgent({ api, connection }: MeasuredService, webhookUrl: string): Promise<string> {
  await addModelRules(connection, [{ when: { system: 'BENCH-COST' }, ...MODEL }]);
  const { agent } = await makeAgent(api, {
    prompt: 'BENCH-COST. You book appointments.',
    initialMessage: 'Good morning, this is the Lakeside practice. How can I help you?',
    webhookUrl,
  });
  return z.object({ id: z.string() }).parse(agent).id;
}

/** Runs a call until all of its work is done. Returns its minutes. */
async function hold(
  { api, connection }: MeasuredService,
  receiver: WebhookReceiver,
  { agent, turns }: { readonly agent: string; readonly turns: number },
): Promise<number> {
  const script = Array.from({ length: turns }, (_, turn) => ({
    say: `I could come on Tuesday, number ${turn + 1}, in the afternoon.`,
  }));
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', script } });
  const { id } = z.object({ id: z.string() }).parse(call);
  for (let waits = 0; waits < 10; waits++) {
    // Each request waits for a fraction of a minute.
    const ended = await api.finishedCall(id).catch(() => undefined);
    if (!ended) continue;
    await receiver.eventsWith(id, ['event_transcript', 'event_recording']);
    const { start_time: start, end_time: end } = times.parse(ended);
    return (end.getTime() - start.getTime()) / 60_000;
  }
  throw new Error('The call did not end.');
}

function tableOf(service: MeasuredService, mark: ReturnType<typeof markOf>, minutes: number): Table {
  const units = countUnits(service, mark, minutes);
  const rows = PRICED.map((name) => {
    const count = (units[name] ?? 0) / minutes;
    return [PRICES[name].part, number(count, 3), number(count * PRICES[name].usd, 1), ''];
  });
  const perMinute = usdOf(units) / minutes;
  return {
    title: 'Cost of a call minute',
    note:
      `What AWS would charge for a call of ${TURNS} turns in ${minutes.toFixed(2)} minutes, by the minute: recorded, with a webhook that hears of everything and a model that takes ${MODEL.first_token_ms} ms to its first word. ` +
      `Counted in a run, with warm functions; their running time is taken ${SLOWER_ON_LAMBDA} times. Telephony, speech and the model are not AWS. Goal: less than ${MAX_USD_A_MINUTE} USD. ` +
      `${MONTH_MINUTES.toLocaleString('en-US')} minutes a month cost ${(perMinute * MONTH_MINUTES).toFixed(2)} USD.`,
    columns: ['part', 'units a minute', 'millionths of a USD', 'goal'],
    rows: [...rows, ['in all', '', number(perMinute * 1e6, 1), verdict(perMinute, MAX_USD_A_MINUTE)]],
  };
}

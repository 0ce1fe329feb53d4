import { ExternalService } from '../test/support/peers/external-service.ts';
import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { type CostCall, holdCall, MODEL, makePlainCall, TURNS } from './cost/cost-call.ts';
import { countUnits, markOf, SLOWER_ON_LAMBDA } from './cost/count-units.ts';
import { FULL_CALL_PARTS, FULL_CALL_SERVICE, makeFullCall } from './cost/full-call.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { PRICED, PRICES, priceTable, type Units, usdOf } from './prices.ts';
import { number, type Table, verdict } from './table.ts';
import { deliveryCost } from './webhooks/delivery-cost.ts';

const MAX_USD_A_MINUTE = 0.002;
const MONTH_MINUTES = 10_000;

/** The AWS usage of a call. */
interface Used {
  readonly units: Units;
  readonly minutes: number;
}

/** Measures and prices the AWS usage of two realistic calls: a plain one, and one with everything on. */
export async function measureCost(): Promise<readonly Table[]> {
  const receiver = new WebhookReceiver();
  const external = new ExternalService(FULL_CALL_SERVICE);
  const service = await startMeasuredService(1);
  try {
    const [webhookUrl, serviceUrl] = [await receiver.listen(), await external.listen()];
    const plain = await makePlainCall(service, webhookUrl);
    const full = await makeFullCall(service, { webhookUrl, serviceUrl });
    // Starts the functions.
    await Promise.all([
      holdCall(service, receiver, { ...plain, script: plain.script.slice(0, 1) }),
      holdCall(service, receiver, full),
    ]);
    const used = [await usedBy(service, receiver, plain), await usedBy(service, receiver, full)] as const;
    return [priceTable(), tableOf(...used), deliveryCost()];
  } finally {
    await service.close();
    await receiver.close();
    await external.close();
  }
}

async function usedBy(service: MeasuredService, receiver: WebhookReceiver, call: CostCall): Promise<Used> {
  const mark = markOf(service);
  const minutes = await holdCall(service, receiver, call);
  return { units: countUnits(service, mark, minutes), minutes };
}

function tableOf(plain: Used, full: Used): Table {
  const columnsOf = ({ units, minutes }: Used, name: (typeof PRICED)[number]) => {
    const count = (units[name] ?? 0) / minutes;
    return [number(count, 3), number(count * PRICES[name].usd, 1)];
  };
  const perMinute = ({ units, minutes }: Used) => usdOf(units) / minutes;
  const costliest = Math.max(perMinute(plain), perMinute(full));
  return {
    title: 'Cost of a call minute',
    note:
      `What AWS would charge for a call of ${TURNS} turns in ${plain.minutes.toFixed(2)} minutes, by the minute: recorded, with a webhook that receives every event and a model that takes ${MODEL.first_token_ms} ms to its first word. ` +
      `With everything on, the agent also has ${FULL_CALL_PARTS}; the call has ${TURNS} turns and an entry of keys in ${full.minutes.toFixed(2)} minutes. ` +
      `Counted in a run, with warm functions; their running time is taken ${SLOWER_ON_LAMBDA} times. Telephony, speech and the model are not AWS. Goal: less than ${MAX_USD_A_MINUTE} USD. ` +
      `${MONTH_MINUTES.toLocaleString('en-US')} minutes a month cost ${(perMinute(plain) * MONTH_MINUTES).toFixed(2)} USD, and ${(perMinute(full) * MONTH_MINUTES).toFixed(2)} USD with everything on.`,
    columns: [
      'part',
      'units a minute',
      'millionths of a USD',
      'units, everything on',
      'millionths, everything on',
      'goal',
    ],
    rows: [
      ...PRICED.map((name) => [PRICES[name].part, ...columnsOf(plain, name), ...columnsOf(full, name), '']),
      [
        'in all',
        '',
        number(perMinute(plain) * 1e6, 1),
        '',
        number(perMinute(full) * 1e6, 1),
        verdict(costliest, MAX_USD_A_MINUTE),
      ],
    ],
  };
}

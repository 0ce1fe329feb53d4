import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { emittedMetrics } from '../test/support/service/emitted-metrics.ts';
import { holdCall, makePlainCall } from './cost/cost-call.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { emissionTable, stepsTable } from './monitoring/emission.ts';
import { type MetricBytes, monthlyCost } from './monitoring/monthly-cost.ts';
import { resourcesTable, stacksOf } from './monitoring/stacks.ts';
import type { Table } from './table.ts';

const MONTH_MINUTES = 10_000;

/** What a run of reconciliation measures each minute. */
const OF_A_RUN: ReadonlySet<string> = new Set(['ReconciliationLag', 'ReconciliationLeft', 'CallsUnderWay']);

/** Measures what monitoring costs: the time of metrics, dollars a month, and resources. */
export async function measureMonitoring(): Promise<readonly Table[]> {
  const staging = stacksOf('Staging');
  const production = stacksOf('Production');
  return [
    emissionTable(),
    stepsTable(),
    monthlyCost(production, await measureBytes(), MONTH_MINUTES),
    resourcesTable(staging, production),
  ];
}

/** Counts the bytes of metrics in the logs of a call. */
async function measureBytes(): Promise<MetricBytes> {
  const receiver = new WebhookReceiver();
  const service = await startMeasuredService(1);
  try {
    const minutes = await holdCall(service, receiver, await makePlainCall(service, await receiver.listen()));
    const lines = linesOf(service);
    const ofRuns = lines.filter(({ names }) => names.every((name) => OF_A_RUN.has(name)));
    const runs = lines.filter(({ names }) => names.includes('ReconciliationLag')).length;
    const bytes = (of: typeof lines) => of.reduce((sum, { text }) => sum + text.length, 0);
    return {
      aRun: bytes(ofRuns) / runs,
      aCallMinute: (bytes(lines) - bytes(ofRuns)) / minutes,
    };
  } finally {
    await service.close();
    await receiver.close();
  }
}

/** The lines of metrics in the logs, each once. */
function linesOf({ data }: MeasuredService): { readonly text: string; readonly names: readonly string[] }[] {
  const names = new Map<string, string[]>();
  for (const { text, name } of emittedMetrics(data)) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, of]) => ({ text, names: of }));
}

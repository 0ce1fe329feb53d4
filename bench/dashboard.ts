import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockFromNow } from 'cdk-local/clock/install-clock.ts';
import { readDashboard } from 'cdk-local/cloudwatch/dashboards/read-dashboard.ts';
import { production } from '../lib/config/production.ts';
import { startService } from '../local/service.ts';
import { synthesizeEnvironment } from '../local/synthesize.ts';
import { Api } from '../test/support/service/api.ts';
import { drawDashboard } from './dashboard/draw-dashboard.ts';
import { operationsIn } from './dashboard/operations.ts';
import { causeTraffic } from './dashboard/traffic.ts';
import { number, type Table } from './table.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** How many times as fast as real time the service runs. */
const SPEED = 2;
/** Waves of calls, in periods of five minutes each. */
const WAVES = 8;
const PERIOD_MINUTES = 5;

/** Draws production's dashboard from the metrics of a run, and writes docs/dashboard.svg. */
export async function measureDashboard(): Promise<Table> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const service = await startService({
    data,
    port: 0,
    environment: 'production',
    assembly: synthesizeEnvironment({ id: 'Production', config: production }, data),
    reset: false,
    accounts: { telephonyAccountSid: `AC${'0'.repeat(32)}`, telephonyAuthToken: 'token', llmApiKey: 'key' },
    carrierPace: 1,
    clock: clockFromNow(SPEED),
    // Two attempts, so that a delivery is given up within the run.
    variables: { RETRY_SECONDS: '30' },
  });
  try {
    const { connection, runtime } = service;
    const api = new Api(connection.base_url, connection.access_token);
    await causeTraffic({
      connection,
      api,
      cloudWatch: runtime.cloudWatch,
      waves: WAVES,
      minutes: PERIOD_MINUTES,
    });
    const dashboard = runtime.resources.find(({ type }) => type === 'AWS::CloudWatch::Dashboard');
    if (!dashboard) throw new Error('Production has no dashboard.');
    const minutes = WAVES * PERIOD_MINUTES;
    const widgets = readDashboard(dashboard.properties);
    const series = ({ query }: { readonly query: Parameters<typeof runtime.cloudWatch.series>[0] }) =>
      runtime.cloudWatch.series(query, minutes);
    const operations = operationsIn(
      join(data, 'logs', `phone-call-agents-${production.name}-api.access.log`),
    );
    writeFileSync(
      join(DOCS, 'dashboard.svg'),
      drawDashboard(dashboard.ref, widgets, { series, minutes, operations }),
    );
    const graphs = widgets.filter((widget) => widget.kind === 'graph');
    const drawn = graphs.filter(({ lines }) => lines.some((line) => series(line).some(Number.isFinite)));
    return {
      title: 'Dashboard',
      note: `docs/dashboard.svg shows production's dashboard after ${minutes} minutes.`,
      columns: ['graphs', 'with values', 'operations in the table'],
      rows: [[number(graphs.length), number(drawn.length), number(operations.length)]],
    };
  } finally {
    await service.close();
    rmSync(data, { recursive: true, force: true });
  }
}

import { Dashboard, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRICS } from '../../../lambdas/runtime/metrics/catalogue.ts';
import { ownMetric, type Sources } from '../sources.ts';
import { api } from './api.ts';
import { callsNow } from './calls-now.ts';
import { capacity } from './capacity.ts';
import { limitAt, part } from './questions.ts';
import { turns } from './turns.ts';
import { vendors } from './vendors.ts';

/** The dashboard of an environment: each graph answers the question that is its title. */
export class EnvironmentDashboard extends Dashboard {
  constructor(scope: Construct, id: string, sources: Sources) {
    super(scope, id, { dashboardName: `phone-call-agents-${sources.config.name}` });
    for (const part of [callsNow, turns, webhooks, vendors, api, capacity])
      for (const widget of part(sources)) this.addWidgets(widget);
  }
}

/** Graphs of the delivery of events to users' systems. */
function webhooks({ config }: Sources): IWidget[] {
  const late = config.alarmThresholds['deliveries-late'];
  return part('Webhooks', [
    {
      asks: 'What becomes of attempts to deliver events?',
      metrics: METRICS.DeliveryAttempts.dimensions.Outcome.map((Outcome) =>
        ownMetric(config, 'DeliveryAttempts', { dimensions: { Outcome } }).with({ label: Outcome }),
      ),
      unit: 'attempts',
    },
    {
      asks: 'How old are events when they are tried and delivered?',
      metrics: (['DeliveryWait', 'DeliveryAge'] as const).flatMap((name) =>
        [50, 90].map((percentile) =>
          ownMetric(config, name, { statistic: Stats.p(percentile) }).with({
            label: `${name === 'DeliveryWait' ? 'tried' : 'delivered'}, p${percentile}`,
          }),
        ),
      ),
      limits: limitAt(late && late * 1000),
      unit: 'milliseconds',
    },
  ]);
}

import { Dashboard, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRICS } from '../../../lambdas/platform/metrics/catalogue.ts';
import { globalName } from '../../config/global-name.ts';
import { ownMetric, type Sources } from '../sources.ts';
import { api } from './api.ts';
import { callsNow } from './calls-now.ts';
import { capacity } from './capacity.ts';
import { limitAt, part } from './questions.ts';

/** The dashboard of an environment: each graph answers the question that is its title. */
export class EnvironmentDashboard extends Dashboard {
  constructor(scope: Construct, id: string, sources: Sources) {
    super(scope, id, { dashboardName: globalName(sources.config) });
    for (const part of [callsNow, turns, webhooks, vendors, api, capacity])
      for (const widget of part(sources)) this.addWidgets(widget);
  }
}

const SEGMENTS = {
  TurnSilence: 'How long do callees wait for an answer?',
  TurnModelAsked: 'How long until the model request?',
  TurnFirstToken: 'How long until the model’s first token?',
  TurnFirstText: 'How long until the first words are sent?',
  TurnLastText: 'How long until the last words are sent?',
} as const;

/** Graphs of the speed of agents' answers. */
function turns({ config }: Sources): IWidget[] {
  const { 'turns-slow': half, 'turns-very-slow': most } = config.alarmThresholds;
  const goals = [...limitAt(half, 'goal for p50'), ...limitAt(most, 'goal for p99')];
  const segments = Object.entries(SEGMENTS).map(([name, asks]) => ({
    asks,
    metrics: [50, 90, 99].map((percentile) =>
      ownMetric(config, name as keyof typeof SEGMENTS, { statistic: Stats.p(percentile) }).with({
        label: `p${percentile}`,
      }),
    ),
    ...(name === 'TurnSilence' && { limits: goals }),
    unit: 'milliseconds',
  }));
  const share = { statistic: Stats.AVERAGE };
  return part('Turns', [
    ...segments,
    {
      asks: 'How many turns are interrupted or fail?',
      metrics: [
        ownMetric(config, 'TurnInterrupted', share).with({ label: 'interrupted' }),
        ownMetric(config, 'TurnFailed', share).with({ label: 'failed' }),
      ],
      unit: 'share',
    },
  ]);
}

/** Graphs of event deliveries to users' systems. */
function webhooks({ config }: Sources): IWidget[] {
  const late = config.alarmThresholds['deliveries-late'];
  return part('Webhooks', [
    {
      asks: 'How do delivery attempts end?',
      metrics: METRICS.DeliveryAttempts.dimensions.Outcome.map((Outcome) =>
        ownMetric(config, 'DeliveryAttempts', { dimensions: { Outcome } }).with({ label: Outcome }),
      ),
      unit: 'attempts',
    },
    {
      asks: 'How old are events at their first attempt and on delivery?',
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

/** Graphs of the model and telephony vendors. */
function vendors({ config }: Sources): IWidget[] {
  const share = { statistic: Stats.AVERAGE };
  const { 'models-failing': models, 'telephony-failing': telephony } = config.alarmThresholds;
  return part('Vendors', [
    {
      asks: 'How often do language models fail?',
      metrics: [ownMetric(config, 'ModelFailed', share).with({ label: 'failed' })],
      limits: limitAt(models),
      unit: 'share',
    },
    {
      asks: 'How many tokens and fallbacks are used?',
      metrics: [
        ownMetric(config, 'ModelTokens').with({ label: 'tokens' }),
        ownMetric(config, 'ModelFallbacks').with({ label: 'fallbacks' }),
      ],
      unit: 'tokens, requests',
    },
    {
      asks: 'How often does the telephony vendor fail?',
      metrics: [ownMetric(config, 'TelephonyFailed', share).with({ label: 'failed' })],
      limits: limitAt(telephony),
      unit: 'share',
    },
    {
      asks: 'What does the telephony vendor answer?',
      metrics: METRICS.TelephonyRequests.dimensions.Outcome.map((Outcome) =>
        ownMetric(config, 'TelephonyRequests', { dimensions: { Outcome } }).with({ label: Outcome }),
      ),
      unit: 'requests',
    },
  ]);
}

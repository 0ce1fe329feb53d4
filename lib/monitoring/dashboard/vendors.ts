import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS } from '../../../lambdas/runtime/metrics/catalogue.ts';
import { ownMetric, type Sources } from '../sources.ts';
import { limitAt, part } from './questions.ts';

/** Graphs of the vendors of models and telephony. */
export function vendors({ config }: Sources): IWidget[] {
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
      asks: 'How many tokens are used, and how many fallbacks?',
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

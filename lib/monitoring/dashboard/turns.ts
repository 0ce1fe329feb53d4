import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric, type Sources } from '../sources.ts';
import { limitAt, part } from './questions.ts';

const SEGMENTS = {
  TurnSilence: 'How long do callees wait for an answer?',
  TurnModelAsked: 'How long until the model is asked?',
  TurnFirstToken: 'How long until the model begins?',
  TurnFirstText: 'How long until its first words are sent?',
  TurnLastText: 'How long do the other words take?',
} as const;

/** Graphs of the speed of agents' answers. */
export function turns({ config }: Sources): IWidget[] {
  const { 'turns-slow': half, 'turns-very-slow': most } = config.alarmThresholds;
  const goals = [...limitAt(half, 'goal of half'), ...limitAt(most, 'goal of 99 %')];
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

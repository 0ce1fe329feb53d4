import { METRICS } from '../../lambdas/runtime/metrics/catalogue.ts';
import { occurs } from '../../lambdas/runtime/metrics/combinations.ts';
import type { ServiceSnapshot } from './ask-service.ts';
import { describeAlarms } from './describe-alarms.ts';
import type { Line } from './line.ts';
import { OwnMetrics } from './own-metrics.ts';
import { clockTime, duration } from './units.ts';

/** The lines that the command shows of a snapshot. */
export function describe(snapshot: ServiceSnapshot): Line[] {
  const own = new OwnMetrics(snapshot);
  const { now, minutes } = snapshot;
  const period = minutes === 1 ? 'this minute' : `the last ${minutes} minutes`;
  const title = ['phone-call-agents', own.environment, clockTime(now), period];
  return [
    { text: title.filter((part) => part !== undefined).join(' · '), style: 'bold' },
    heading('Calls now'),
    ...calls(snapshot, own),
    heading('Turns'),
    ...turns(own),
    heading('Deliveries'),
    ...deliveries(own),
    heading('Alarms'),
    ...describeAlarms(snapshot),
  ];
}

const heading = (text: string): Line => ({ text, style: ['bold', 'cyan'] });

function calls({ openConnections }: ServiceSnapshot, own: OwnMetrics): Line[] {
  const underWay = own.figures('CallsUnderWay');
  const counted = underWay
    ? `${underWay.latest} ringing or in conversation at the last count`
    : 'not counted yet';
  const { dimensions } = METRICS.CallsEnded;
  const ended = dimensions.Direction.map((Direction) => {
    const outcomes = dimensions.Outcome.filter((Outcome) => occurs('CallsEnded', { Direction, Outcome })).map(
      (Outcome) => `${own.sum('CallsEnded', { Direction, Outcome })} ${Outcome}`,
    );
    return { text: `ended, ${Direction}: ${outcomes.join(', ')}` };
  });
  return [{ text: `${openConnections} in conversation now; ${counted}` }, ...ended];
}

/** Segments of a turn, with their labels. */
const SEGMENTS = {
  TurnSilence: 'callee waits',
  TurnModelAsked: 'until the model is asked',
  TurnFirstToken: 'until its first token',
  TurnFirstText: 'until the first text',
  TurnLastText: 'until the last text',
} as const;

const LABEL_COLUMNS = 26;
const FIGURE_COLUMNS = 9;

function turns(own: OwnMetrics): Line[] {
  const row = (label: string, figures: readonly string[]): Line => ({
    text: label.padEnd(LABEL_COLUMNS) + figures.map((figure) => figure.padStart(FIGURE_COLUMNS)).join(''),
  });
  const segments = Object.entries(SEGMENTS).map(([name, label]) => {
    const figures = own.figures(name as keyof typeof SEGMENTS);
    return row(label, figures ? [figures.p50, figures.p90, figures.p99].map(duration) : ['–', '–', '–']);
  });
  const turns = own.figures('TurnInterrupted')?.count ?? 0;
  const asked = own.figures('ModelFailed');
  return [
    {
      text: `${turns} turns, ${own.sum('TurnInterrupted')} interrupted, ${own.sum('TurnFailed')} failed; ${asked?.sum ?? 0} of ${asked?.count ?? 0} requests to models failed`,
    },
    row('', ['p50', 'p90', 'p99']),
    ...segments,
  ];
}

function deliveries(own: OwnMetrics): Line[] {
  const attempts = (Outcome: 'delivered' | 'retried' | 'given_up') =>
    own.sum('DeliveryAttempts', { Outcome });
  const late = (name: 'DeliveryWait' | 'DeliveryAge') => duration(own.figures(name)?.p90 ?? 0);
  const counts = `${attempts('delivered')} delivered, ${attempts('retried')} to be retried, ${attempts('given_up')} given up`;
  return [
    { text: counts },
    { text: `p90: ${late('DeliveryWait')} to the first attempt, ${late('DeliveryAge')} to the delivery` },
  ];
}

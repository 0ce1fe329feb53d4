import { usdOf } from '../prices.ts';
import { number, type Table, verdict } from '../table.ts';
import type { MeasuredCall } from './call-footprint.ts';
import { WARM } from './deployment.ts';
import { type Line, plot } from './plot.ts';
import type { Outcome } from './simulate.ts';
import { SIZES } from './sizes.ts';

/** A number of conversations, with the default limits and with the recommended ones. */
export interface Simulated {
  readonly conversations: number;
  readonly byDefault: Outcome;
  readonly recommended: Outcome;
}

/** Hours of a month in which the calls are held: eight a day on 22 days. */
const BUSY_HOURS = 176;

/** What came of each number of conversations. */
export function outcomeTable(simulated: readonly Simulated[], usual: MeasuredCall): Table {
  const row = (conversations: number, name: string, outcome: Outcome) => [
    number(conversations),
    name,
    firstLimit(outcome),
    share(outcome.throttled),
    share(outcome.failed),
    number(outcome.turnDelay.p99),
    number(outcome.streamLag),
    number(usdOfMonth(conversations, usual)),
  ];
  return {
    title: 'What saturates first',
    note: `Each number of simultaneous conversations is simulated twice. \`default\` is the production configuration in an account with AWS's default quotas. \`recommended\` has the quotas and values of the next table.

- most used limit: the largest share of a limit that was requested within a second. Above 100 %, the limit is too small.
- throttled: invocations and their requests that a limit delayed or refused, as a share of all invocations.
- failed: those that a limit refused for good.
- delay p99: milliseconds that limits add to an answer of the agent.
- lag p99: milliseconds that a change of the table waits for its consumer.
- USD a month: AWS's price if these conversations last for ${BUSY_HOURS} hours of a month.`,
    columns: [
      'conversations',
      'limits',
      'most used limit',
      'throttled',
      'failed',
      'delay p99, ms',
      'lag p99, ms',
      'USD a month',
    ],
    rows: simulated.flatMap(({ conversations, byDefault, recommended }) => [
      row(conversations, 'default', byDefault),
      row(conversations, 'recommended', recommended),
    ]),
  };
}

/** What comes of one user who creates many calls at once. */
export function burstTable({ burst, throttled, failed, turnDelay, uses }: Outcome, calls: number): Table {
  return {
    title: 'One user creates many calls at once',
    note: `One user sends ${calls.toLocaleString('en-US')} requests at the same moment, each for one call, beside 100 conversations with the default limits. The user's limit (\`userThrottle\`) refuses most of them (429 with Retry-After), before the limit of all users (\`throttle\`) counts them. Each refused request is sent again after a second. The calls are then dialled at the calls per second that the vendor permits.`,
    columns: ['figure', 'value'],
    rows: [
      ['answers 429, each retried', number(burst.refused)],
      ['seconds until the last one was answered', number(burst.seconds, 1)],
      ['throttled', share(throttled)],
      ['failed', share(failed)],
      ['delay of other turns p99, ms', number(turnDelay.p99)],
      ['most used limit', firstLimit({ uses })],
    ],
  };
}

/** What comes of a replay, beside the same conversations without it. */
export function replayTable(
  { replayed, turnDelay, failed, uses }: Outcome,
  {
    alone,
    deliveries,
    seconds,
  }: { readonly alone: Outcome; readonly deliveries: number; readonly seconds: number },
): Table {
  const consumers = uses.find(({ name }) => name === 'consumers of webhooks/deliver');
  return {
    title: 'A replay of a million deliveries',
    note: `Users request ${deliveries.toLocaleString('en-US')} deliveries again, beside 1,000 conversations with the default limits. Goal: the replay delays no answer of an agent.`,
    columns: ['figure', 'value', 'goal'],
    rows: [
      ['repeated deliveries a second', number(replayed / seconds), ''],
      ['use of the consumers of deliveries', share(consumers?.peak ?? 0), ''],
      ['invocations that failed', share(failed), verdict(failed, alone.failed)],
      ['delay of turns p99, ms', number(turnDelay.p99), verdict(turnDelay.p99, alone.turnDelay.p99)],
    ],
  };
}

/** What to ask of AWS and to configure. */
export function quotasTable(): Table {
  const rows: readonly (readonly [string, (size: (typeof SIZES)[number]) => number])[] = [
    ['AWS: Lambda, concurrent executions', ({ quotas }) => quotas.lambdaConcurrency],
    ['AWS: API Gateway, requests a second', ({ quotas }) => quotas.gatewayRate],
    ['AWS: EventBridge, PutEvents a second', ({ quotas }) => quotas.events],
    ['`warmThroughput.writes`', ({ config }) => (config.warmThroughput ?? WARM).writes],
    ['`warmThroughput.reads`', ({ config }) => (config.warmThroughput ?? WARM).reads],
    ['`throttle.rate`', ({ config }) => config.throttle.rate],
    ['`throttle.burst`', ({ config }) => config.throttle.burst],
    ['`callbackThrottle.rate`', ({ config }) => config.callbackThrottle.rate],
    ['`relayThrottle.rate`', ({ config }) => config.relayThrottle.rate],
    ['`concurrency.turns`', ({ config }) => config.concurrency?.turns ?? 0],
    ['`concurrency.callSteps`', ({ config }) => config.concurrency?.callSteps ?? 0],
    ['`concurrency.reports`', ({ config }) => config.concurrency?.reports ?? 0],
    ['`telephony.dialConcurrency`', ({ config }) => config.telephony.dialConcurrency],
    ['`consumers.silenceChecks`', ({ config }) => config.consumers.silenceChecks],
    ['`consumers.background`', ({ config }) => config.consumers.background],
    ['`webhooks.concurrency`', ({ config }) => config.webhooks.concurrency],
  ];
  return {
    title: 'Quotas to ask for, and values to configure',
    note: `Take the column for your simultaneous conversations. The first one is the production configuration in an account with AWS's default quotas. Ask the telephony vendor for calls per second, too: the conversations divided by the seconds that a call lasts.`,
    columns: ['', ...SIZES.map(({ upTo }) => `up to ${upTo.toLocaleString('en-US')}`)],
    rows: rows.map(([name, value]) => [name, ...SIZES.map((size) => number(value(size)))]),
  };
}

/** The added delay of an answer, over the number of conversations. */
export function delayPlot(simulated: readonly Simulated[]): string {
  const line = (name: string, of: (each: Simulated) => Outcome): Line => ({
    name,
    points: simulated.map((each) => [each.conversations, of(each).turnDelay.p99]),
  });
  const lines = [
    line('default limits', ({ byDefault }) => byDefault),
    line('recommended limits', ({ recommended }) => recommended),
  ];
  return plot({
    title: 'What limits add to an answer of the agent, p99',
    x: 'simultaneous conversations',
    y: 'milliseconds',
    lines,
    top: Math.max(100, ...lines.flatMap(({ points }) => points.map(([, y]) => y))),
  });
}

/** The use of the most used default limits, over the number of conversations. */
export function limitsPlot(simulated: readonly Simulated[]): string {
  const names = (simulated.at(-1)?.byDefault.uses ?? []).slice(0, 6).map(({ name }) => name);
  return plot({
    title: 'How much of each default limit is used',
    x: 'simultaneous conversations',
    y: 'percent',
    lines: names.map((name) => ({
      name,
      points: simulated.map(({ conversations, byDefault }) => [
        conversations,
        100 * (byDefault.uses.find((use) => use.name === name)?.peak ?? 0),
      ]),
    })),
    level: { y: 100, name: 'saturated' },
    top: 200,
  });
}

function firstLimit({ uses: [first] }: Pick<Outcome, 'uses'>): string {
  return first ? `${first.name}: ${share(first.peak)}` : '';
}

function share(value: number): string {
  const percent = value * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(2) : Math.round(percent)} %`;
}

function usdOfMonth(conversations: number, { footprint, units }: MeasuredCall): number {
  const calls = (conversations * BUSY_HOURS * 3_600_000) / footprint.durationMs;
  return calls * usdOf(units);
}

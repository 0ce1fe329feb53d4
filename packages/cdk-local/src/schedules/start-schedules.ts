import { randomUUID } from 'node:crypto';
import { type DeliveryOptions, deliver } from '../aws/events/delivery.ts';
import { type Rule, readRules } from '../aws/events/rule.ts';

export interface SchedulesOptions extends DeliveryOptions {
  /** When a function has something to do next, in epoch milliseconds: its runs before that time are skipped. */
  readonly nextWork: (functionArn: string) => Promise<number>;
}

export interface Schedules {
  /** There may be work before the next run that is not skipped: something ran. */
  wake(): void;
  /** Resolves when the rules that fired have sent their events. */
  settled(): Promise<unknown>;
  close(): void;
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Fires each scheduled rule at its rate, and once at the start. Throws for a schedule that is not a rate. */
export function startSchedules(options: SchedulesOptions): Schedules {
  const started = readRules(options.resources).flatMap((rule) =>
    rule.schedule === undefined ? [] : [startRule(rule, rule.schedule, options)],
  );
  return {
    wake: () => started.forEach((each) => void each.wake()),
    settled: () => Promise.all(started.map((each) => each.settled())),
    close: () => started.forEach((each) => void each.close()),
  };
}

function startRule(rule: Rule, schedule: string, options: SchedulesOptions): Schedules {
  const period = periodOf(rule, schedule);
  const start = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let firing: Promise<void> | undefined;
  let [last, next] = [0, 0];
  const arm = (time: number) => {
    clearTimeout(timer);
    next = Math.max(last + 1, Math.ceil((time - start) / period));
    timer = setTimeout(begin, start + next * period - Date.now());
  };
  const begin = () => {
    firing = fire();
  };
  const fire = async () => {
    last = next;
    arm(Date.now());
    const works = rule.targets.map(({ Arn }) => options.nextWork(Arn));
    const workAt = Math.min(...(await Promise.all(works)));
    if (workAt <= Date.now()) await fireRule(rule, options);
    else arm(workAt);
  };
  begin();
  return {
    settled: async () => firing,
    wake: () => {
      if (next > last + 1) arm(Date.now());
    },
    close: () => clearTimeout(timer),
  };
}

async function fireRule(rule: Rule, options: DeliveryOptions): Promise<void> {
  const [, , , region, account] = rule.arn.split(':');
  const event = {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [rule.arn],
    detail: {},
  };
  for (const target of rule.targets) await deliver(event, rule, target, options);
}

function periodOf({ arn }: Rule, schedule: string): number {
  const [, amount, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const period = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(period > 0))
    throw new Error(`${arn}: the local runtime knows schedules of the form rate(…) only, not ${schedule}`);
  return period;
}

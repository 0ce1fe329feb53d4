import { randomUUID } from 'node:crypto';
import { type DeliveryOptions, deliver } from '../aws/events/delivery.ts';
import { type Rule, readRules } from '../aws/events/rule.ts';

export interface Schedules {
  close(): void;
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Fires each scheduled rule at its rate, and once at the start. Throws for a schedule that is not a rate. */
export function startSchedules(options: DeliveryOptions): Schedules {
  const timers = readRules(options.resources).flatMap((rule) => {
    if (rule.schedule === undefined) return [];
    const fire = () => void fireRule(rule, options);
    fire();
    return [setInterval(fire, periodOf(rule, rule.schedule))];
  });
  return { close: () => timers.forEach(clearInterval) };
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

import { type MetricStore, MINUTE_MS } from '../metrics/metric-store.ts';
import type { AlarmState, AlarmStatus } from './alarm.ts';
import { judge, rangeOf } from './judge.ts';
import { samplesOf, valuesOf } from './metric-query.ts';
import type { Alarm, CompositeAlarm, MetricAlarm } from './read-alarms.ts';
import { Suppression } from './suppression.ts';

/** An alarm and its state. */
interface Entry {
  readonly alarm: Alarm;
  readonly suppression: Suppression | undefined;
  state: AlarmState;
  reason: string;
  since: number | undefined;
  raised: number;
  rang: number;
  /** Whether its actions have run since it was raised. */
  hasRung: boolean;
  isSuppressed: boolean;
  fault: string | undefined;
}

interface Judgement {
  readonly state: AlarmState;
  readonly reason: string;
}

/** Evaluates the alarms of the stacks, and remembers their states. */
export class AlarmBoard {
  readonly #entries: readonly Entry[];
  readonly #store: MetricStore;

  constructor(alarms: readonly Alarm[], store: MetricStore) {
    this.#entries = alarms.map((alarm) => ({
      alarm,
      suppression:
        alarm.kind === 'composite' && alarm.suppressor ? new Suppression(alarm.suppressor) : undefined,
      state: 'INSUFFICIENT_DATA',
      reason: 'It has not been evaluated yet',
      since: undefined,
      raised: 0,
      rang: 0,
      hasRung: false,
      isSuppressed: false,
      fault: alarm.kind === 'unknown' ? alarm.fault : undefined,
    }));
    this.#store = store;
  }

  /** Evaluates all alarms for the time until the whole minute before `now`, in milliseconds. */
  evaluate(now: number): void {
    const until = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    for (const entry of this.#entries) {
      const { alarm } = entry;
      if (alarm.kind === 'metric') this.#attempt(entry, now, () => this.#judgeMetric(alarm, entry, until));
    }
    // A composite alarm may name another one: each round evaluates one more level.
    for (const _ of this.#composites)
      for (const { entry, alarm } of this.#composites)
        this.#attempt(entry, now, () => this.#judgeComposite(alarm));
    for (const entry of this.#entries) this.#act(entry, now);
  }

  statuses(): AlarmStatus[] {
    return this.#entries.map(({ alarm, ...entry }) => ({
      stack: alarm.resource.stack,
      logicalId: alarm.resource.logicalId,
      name: alarm.resource.ref,
      description: alarm.description,
      kind: alarm.kind === 'composite' ? 'composite' : 'metric',
      state: entry.state,
      reason: entry.reason,
      since: entry.since,
      actions: actionsOf(alarm, entry.isSuppressed),
      raised: entry.raised,
      rang: entry.rang,
      ...(entry.fault !== undefined && { fault: entry.fault }),
    }));
  }

  get #composites(): { entry: Entry; alarm: CompositeAlarm }[] {
    return this.#entries.flatMap((entry) =>
      entry.alarm.kind === 'composite' ? [{ entry, alarm: entry.alarm }] : [],
    );
  }

  #attempt(entry: Entry, now: number, work: () => Judgement): void {
    if (entry.fault !== undefined) return;
    try {
      const { state, reason } = work();
      entry.reason = reason;
      if (state === entry.state && entry.since !== undefined) return;
      entry.state = state;
      entry.since = now;
      entry.hasRung = false;
      if (state === 'ALARM') entry.raised += 1;
    } catch (error) {
      entry.fault = error instanceof Error ? error.message : String(error);
    }
  }

  #judgeMetric(alarm: MetricAlarm, { state: present }: Entry, until: number): Judgement {
    const { query, criterion, evaluationPeriods } = alarm;
    const periods = rangeOf(evaluationPeriods);
    const values = valuesOf(query, this.#store, { until, periods });
    const state = this.#hasTooFewValues(alarm, until) ? present : judge(values, present, alarm);
    const shown = values.slice(-evaluationPeriods).map((value) => (value === undefined ? '–' : round(value)));
    return { state, reason: `${shown.join(', ')} (threshold ${criterion})` };
  }

  #hasTooFewValues({ leastValues, query, evaluationPeriods }: MetricAlarm, until: number): boolean {
    const [metric] = query.metrics;
    if (leastValues === 0 || !metric) return false;
    const range = { until, periods: rangeOf(evaluationPeriods), periodMs: query.periodMs };
    const found = samplesOf(metric.metric, this.#store, range).filter((samples) => samples !== undefined);
    return found.slice(-evaluationPeriods).some(({ count }) => count < leastValues);
  }

  #judgeComposite({ rule }: CompositeAlarm): Judgement {
    const raised = new Set<string>();
    const isMet = rule((name) => {
      const { state, alarm } = this.#find(name);
      if (state === 'ALARM') raised.add(alarm.resource.logicalId);
      return state;
    });
    const reason = raised.size === 0 ? 'None of its alarms is raised' : `Raised: ${[...raised].join(', ')}`;
    return { state: isMet ? 'ALARM' : 'OK', reason };
  }

  #act(entry: Entry, now: number): void {
    const { alarm, suppression } = entry;
    entry.isSuppressed = false;
    const { suppressor } = alarm.kind === 'composite' ? alarm : {};
    if (suppressor && suppression) {
      const isInAlarm = this.#find(suppressor.alarm).state === 'ALARM';
      const holds = suppression.holds(isInAlarm, entry.since ?? now, now);
      entry.isSuppressed = holds && entry.state === 'ALARM';
    }
    if (entry.state !== 'ALARM' || entry.hasRung || entry.isSuppressed) return;
    entry.hasRung = true;
    if (actionsOf(alarm, false) === 'enabled') entry.rang += 1;
  }

  #find(nameOrArn: string): Entry {
    const found = this.#entries.find(
      ({ alarm: { resource } }) => resource.ref === nameOrArn || resource.attributes.Arn === nameOrArn,
    );
    if (!found) throw new Error(`there is no alarm ${nameOrArn}`);
    return found;
  }
}

function actionsOf({ hasActions, actionsEnabled }: Alarm, isSuppressed: boolean): AlarmStatus['actions'] {
  if (!hasActions) return 'none';
  if (!actionsEnabled) return 'disabled';
  return isSuppressed ? 'suppressed' : 'enabled';
}

const round = (value: number) => String(Number(value.toPrecision(4)));

import {
  CfnOutput,
  CrossStackReferences,
  ReferenceStrength,
  Stack,
  type StackProps,
  Stage,
} from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { userFacingAlarmName } from '../config/alarm-thresholds.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { RolloutGroup } from '../config/rollout.ts';
import { AlarmTopic } from '../monitoring/alarm-topic.ts';
import { saveCallQuery } from '../monitoring/call-query.ts';
import { EnvironmentDashboard } from '../monitoring/dashboard/dashboard.ts';
import { countAlarms, type FailureAlarm, failedWorkAlarms } from '../monitoring/failed-work-alarms.ts';
import { maintenanceAlarms } from '../monitoring/maintenance-alarms.ts';
import { type Affected, SAME_CAUSE, type ServiceAlarm, serviceAlarms } from '../monitoring/service-alarms.ts';
import { type AlarmCondition, findSources, type Sources } from '../monitoring/sources.ts';
import type { ApiStack } from './api-stack.ts';
import type { CallsStack } from './calls-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface MonitoringStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly data: DataStack;
  readonly calls: CallsStack;
  readonly api: ApiStack;
}

interface AlarmText {
  /** 1 if people on the line notice, otherwise 2. */
  readonly severity: 1 | 2;
  readonly impact: string;
  /** Its section of `docs/runbook.md`. */
  readonly section: string;
}

const BACKUPS_FAILING: AlarmText = {
  severity: 2,
  impact: 'A daily backup, or a copy of one, is missing: a loss would reach further back.',
  section: 'backups-failing',
};

/** Notifies the operator of what failed for good, and of problems. Deployed last: it observes the other stacks. */
export class MonitoringStack extends Stack {
  /** Receives alarms, failed backups and budget notifications. */
  readonly topic: AlarmTopic;
  readonly #notifies: boolean;
  readonly #environment: string;

  constructor(scope: Construct, id: string, { config, data, calls, api, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    // Lets the other stacks delete resources that this one only observes; an imported export would prevent it.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    this.#notifies = config.alarms;
    this.topic = new AlarmTopic(this, 'Alarms', config);
    // Likewise, a stack that uses the topic must not prevent replacing this one.
    CrossStackReferences.of(this.topic).produce(ReferenceStrength.WEAK);
    this.#environment = config.name;
    new CfnOutput(this, 'AlarmTopic', {
      value: this.topic.topicArn,
      description: 'ARN of the topic for alarms: subscribe to it',
    });
    const stage = Stage.of(this) ?? this;
    for (const failure of failedWorkAlarms(stage)) this.#addFailureAlarm(failure);
    if (config.metrics) for (const count of countAlarms(config)) this.#addFailureAlarm(count);
    for (const { section, impact, ...alarm } of maintenanceAlarms(config))
      this.#addAlarm({ severity: 2, impact, section }, alarm);
    if (config.budget) this.topic.notifyOfCosts(config.budget);
    if (config.backup) this.topic.notifyOfFailedBackups(config.name, describe(BACKUPS_FAILING));
    const { callbacks, relay } = calls;
    const sources = { config, api: api.rest, callbacks, relay, store: data.store, ...findSources(stage) };
    this.#addServiceAlarms(sources);
    saveCallQuery(this, config, stage);
    if (config.dashboard) new EnvironmentDashboard(this, 'Dashboard', sources);
  }

  /** Notifies once of all problems that callers notice, and once of those that users notice, unless covered. */
  #addServiceAlarms(sources: Sources): void {
    const rules: Record<Affected, cloudwatch.IAlarmRule[]> = { callers: [], users: [] };
    for (const alarm of sources.versionAlarms)
      rules[affectedBy(alarm.group)].push(cloudwatch.AlarmRule.anyOf(alarm));
    for (const [section, alarm] of serviceAlarms(sources))
      rules[alarm.affects].push(...this.#addServiceAlarm(section, alarm));
    const callers = this.#addComposite(rules.callers, {
      severity: 1,
      impact: 'People on the line notice that something is wrong.',
      section: 'callers-affected',
    });
    this.#addComposite(
      rules.users,
      {
        severity: 2,
        impact: 'Users of the service notice that something is wrong, and people on the line do not.',
        section: 'users-affected',
      },
      callers,
    );
  }

  /** Adds the alarms behind a problem that people notice. By themselves, they notify nobody. */
  #addServiceAlarm(section: string, { conditions, impact, affects }: ServiceAlarm): cloudwatch.IAlarmRule[] {
    const alarmDescription = describe({ severity: affects === 'callers' ? 1 : 2, impact, section });
    return conditions.map((together) => {
      const alarms = together.map((condition) =>
        this.#addCondition(section, { ...condition, alarmDescription }),
      );
      return alarms.length === 1
        ? cloudwatch.AlarmRule.anyOf(...alarms)
        : cloudwatch.AlarmRule.allOf(...alarms);
    });
  }

  #addCondition(
    section: string,
    {
      suffix = '',
      periods,
      metric,
      isHeartbeat,
      ...threshold
    }: AlarmCondition & { readonly alarmDescription: string },
  ): cloudwatch.Alarm {
    return new cloudwatch.Alarm(this, `${section}${suffix}`, {
      ...threshold,
      alarmName: userFacingAlarmName(this.#environment, `${section}${suffix}`),
      metric,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: isHeartbeat
        ? cloudwatch.TreatMissingData.BREACHING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  }

  #addComposite(
    rules: readonly cloudwatch.IAlarmRule[],
    text: AlarmText,
    suppressor?: cloudwatch.CompositeAlarm,
  ): cloudwatch.CompositeAlarm | undefined {
    if (rules.length === 0) return undefined;
    const composite = new cloudwatch.CompositeAlarm(this, text.section, {
      alarmRule: cloudwatch.AlarmRule.anyOf(...rules),
      alarmDescription: describe(text),
      actionsEnabled: this.#notifies,
      ...(suppressor && {
        actionsSuppressor: suppressor,
        actionsSuppressorWaitPeriod: SAME_CAUSE,
        actionsSuppressorExtensionPeriod: SAME_CAUSE,
      }),
    });
    this.#notify(composite);
    return composite;
  }

  #addFailureAlarm({ section, impact, metric }: FailureAlarm): void {
    const comparisonOperator = cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD;
    this.#addAlarm({ severity: 2, impact, section }, { metric, threshold: 0, comparisonOperator });
  }

  /** Adds an alarm that notifies by itself, by default after one period. */
  #addAlarm(
    text: AlarmText,
    props: Pick<cloudwatch.AlarmProps, 'metric' | 'threshold' | 'comparisonOperator'> &
      Partial<Pick<cloudwatch.AlarmProps, 'evaluationPeriods' | 'treatMissingData'>>,
  ): void {
    const alarm = new cloudwatch.Alarm(this, text.section, {
      evaluationPeriods: 1,
      // A queue that is idle for hours, and a metric without values, have no data.
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: describe(text),
      actionsEnabled: this.#notifies,
    });
    this.#notify(alarm);
  }

  /** Notifies when the alarm goes off, and when it ends. */
  #notify(alarm: cloudwatch.AlarmBase): void {
    const action = new SnsAction(this.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** Who notices a faulty version of a group's functions. */
const affectedBy = (group: RolloutGroup): Affected =>
  group === 'conversations' || group === 'callbacks' ? 'callers' : 'users';

const describe = ({ severity, impact, section }: AlarmText) =>
  `Severity ${severity}. ${impact} What to do: docs/runbook.md#${section}`;

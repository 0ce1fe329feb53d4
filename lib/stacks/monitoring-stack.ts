import { CfnOutput, Duration, Stack, type StackProps, Stage } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { metricNamespace } from '../constructs/service-function.ts';

/** The metric of an alarm, and its description. */
interface Watched {
  readonly metric: cloudwatch.IMetric;
  /** What it means for people. */
  readonly impact: string;
  /** The section of `docs/runbook.md` about it. */
  readonly section: string;
}

/** Notifies the operator of work that failed for good. It comes last: it watches every dead-letter queue of the other stacks. */
export class MonitoringStack extends Stack {
  readonly #topic: AlarmTopic;
  readonly #tells: boolean;

  constructor(
    scope: Construct,
    id: string,
    { config, ...props }: StackProps & { readonly config: EnvironmentConfig },
  ) {
    super(scope, id, props);
    this.#tells = config.alarms;
    this.#topic = new AlarmTopic(this, 'Alarms', { displayName: `Phone-call agents, ${config.name}` });
    new CfnOutput(this, 'AlarmTopic', {
      value: this.#topic.topicName,
      description: 'Name of the topic that tells of alarms: subscribe to it',
    });
    this.#watchParkedWork();
    const counted = (metricName: string) =>
      new cloudwatch.Metric({
        namespace: metricNamespace(config),
        metricName,
        period: Duration.hours(1),
        statistic: cloudwatch.Stats.SUM,
      });
    this.#alarm({
      metric: counted('QuotaSharesPassed'),
      impact: 'A user has used 80 % or all of a quota, and cannot have more than all of it.',
      section: 'quota-shares-passed',
    });
    this.#watchDeliveries(counted);
  }

  #watchParkedWork(): void {
    const constructs = Stage.of(this)?.node.findAll() ?? [];
    for (const queue of constructs.filter((each) => each instanceof DeadLetterQueue)) {
      const metric = queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: cloudwatch.Stats.MAXIMUM,
      });
      this.#alarm({ metric, ...queue.failedWork });
    }
  }

  #watchDeliveries(counted: (metricName: string) => cloudwatch.Metric): void {
    this.#alarm({
      metric: counted('DeliveriesGivenUp'),
      impact: 'A user’s system did not hear of events of its calls, in spite of every attempt.',
      section: 'deliveries-given-up',
    });
    this.#alarm({
      metric: counted('WebhooksSwitchedOff'),
      impact: 'A user’s system hears of no call any more until its owner switches the webhook on again.',
      section: 'webhooks-switched-off',
    });
  }

  /** An alarm that is raised by the first message. */
  #alarm({ metric, impact, section }: Watched): void {
    const alarm = new cloudwatch.Alarm(this, section, {
      metric,
      alarmDescription: `${impact} What to do: docs/runbook.md#${section}`,
      threshold: 0,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      // A queue without messages for hours, and a log without lines, have no data.
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      actionsEnabled: this.#tells,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

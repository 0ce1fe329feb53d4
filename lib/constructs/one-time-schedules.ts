import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { QueueConsumer } from './queue-consumer.ts';
import type { ServiceFunction } from './service-function.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** How one-time schedules are created. */
export interface OneTimeSchedulesProps {
  /** Name of their group. */
  readonly groupName: string;
  /** The consumer that receives a message when a schedule is due. */
  readonly target: QueueConsumer;
  /** The prefix of the variables with the target's queues. */
  readonly variables: 'DIAL' | 'DELIVERY' | 'REDELIVERY';
}

/** One-time schedules of messages to a queue: a group, and a role that may send to that queue only. */
export class OneTimeSchedules extends Construct {
  readonly #group: CfnScheduleGroup;
  readonly #role: iam.Role;
  readonly #props: OneTimeSchedulesProps;

  constructor(scope: Construct, id: string, props: OneTimeSchedulesProps) {
    super(scope, id);
    this.#props = props;
    this.#group = new CfnScheduleGroup(this, 'Group', { name: props.groupName });
    const { queue, deadLetterQueue } = props.target;
    this.#role = new iam.Role(this, 'Role', {
      description: 'Lets the scheduler send what is due to its queue',
      assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        access: new iam.PolicyDocument({
          statements: [
            new iam.PolicyStatement({
              actions: ['sqs:SendMessage'],
              resources: [queue.queueArn, deadLetterQueue.queueArn],
            }),
          ],
        }),
      },
    });
  }

  /** Permits a function to create schedules and (unless `enqueues` is false) to enqueue work that is due very soon. */
  grantScheduling(fn: ServiceFunction, { enqueues = true }: { readonly enqueues?: boolean } = {}): void {
    const { variables } = this.#props;
    const { queue, deadLetterQueue } = this.#props.target;
    this.#grantOnSchedules(fn, ['scheduler:CreateSchedule']);
    fn.allow(['iam:PassRole'], [this.#role.roleArn]);
    if (enqueues) fn.allow(['sqs:SendMessage'], [queue.queueArn]);
    fn.setEnvironment('SCHEDULE_GROUP', this.#group.ref);
    fn.setEnvironment('SCHEDULE_ROLE_ARN', this.#role.roleArn);
    fn.setEnvironment(`${variables}_QUEUE_ARN`, queue.queueArn);
    fn.setEnvironment(`${variables}_QUEUE_URL`, queue.queueUrl);
    fn.setEnvironment(`${variables}_DEAD_LETTERS_ARN`, deadLetterQueue.queueArn);
  }

  /** Permits a function to delete schedules. */
  grantDeletion(fn: ServiceFunction): void {
    this.#grantOnSchedules(fn, ['scheduler:DeleteSchedule']);
  }

  #grantOnSchedules(fn: ServiceFunction, actions: readonly string[]): void {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.#group.ref}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    fn.allow(actions, [schedules]);
    Validations.of(fn).acknowledge({
      id: wildcardFinding(fn, schedules),
      reason: 'Schedules are named by what they are for; the group has no others.',
    });
  }
}

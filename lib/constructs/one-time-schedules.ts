import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { ScheduleAction } from '../../lambdas/platform/grants.ts';
import {
  SCHEDULE_DEAD_LETTERS_ARN,
  SCHEDULE_GROUP,
  SCHEDULE_ROLE_ARN,
} from '../../lambdas/platform/variables/resources.ts';
import type { QueueConsumer } from './queue-consumer.ts';
import type { ServiceFunction } from './service-function.ts';

interface OneTimeSchedulesProps {
  readonly groupName: string;
  /** The consumer that receives a message when a schedule is due. */
  readonly target: QueueConsumer;
}

/** One-time schedules of messages to a queue: a group, and a role that may send to that queue only. */
export class OneTimeSchedules extends Construct {
  readonly #group: CfnScheduleGroup;
  readonly #role: iam.Role;
  readonly #target: QueueConsumer;

  constructor(scope: Construct, id: string, props: OneTimeSchedulesProps) {
    super(scope, id);
    this.#target = props.target;
    this.#group = new CfnScheduleGroup(this, 'Group', { name: props.groupName });
    const { queue, deadLetterQueue } = props.target;
    this.#role = new iam.Role(this, 'Role', {
      description: 'Lets the scheduler send due messages to its queue',
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

  /** Permits a function these actions on schedules, and sets its variables. */
  grant(fn: ServiceFunction, actions: readonly ScheduleAction[]): void {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.#group.ref}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    fn.allow(
      actions.map((action) => `scheduler:${action}`),
      [schedules],
      { wildcard: 'Schedule names are known only at run time; the group has no others.' },
    );
    fn.allow(['iam:PassRole'], [this.#role.roleArn]);
    fn.setVariable(SCHEDULE_GROUP, this.#group.ref);
    fn.setVariable(SCHEDULE_ROLE_ARN, this.#role.roleArn);
    fn.setVariable(SCHEDULE_DEAD_LETTERS_ARN, this.#target.deadLetterQueue.queueArn);
  }
}

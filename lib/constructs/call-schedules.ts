import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { EventConsumer } from './event-consumer.ts';
import type { ServiceFunction } from './service-function.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** How the schedules of calls are kept. */
export interface CallSchedulesProps {
  readonly config: EnvironmentConfig;
  /** What is told of a call when it is due. */
  readonly dialling: EventConsumer;
}

/** The one-time schedules of calls: a group of their own, and a role that may tell the dial queue and nothing else. */
export class CallSchedules extends Construct {
  readonly #group: CfnScheduleGroup;
  readonly #role: iam.Role;
  readonly #dialling: EventConsumer;

  constructor(scope: Construct, id: string, { config, dialling }: CallSchedulesProps) {
    super(scope, id);
    this.#dialling = dialling;
    this.#group = new CfnScheduleGroup(this, 'Group', { name: `phone-call-agents-${config.name}` });
    const { queue, deadLetterQueue } = dialling;
    this.#role = new iam.Role(this, 'Role', {
      description: 'Lets the scheduler send calls that are due to the dial queue',
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

  /** Lets a function make and delete schedules of calls, and put those that are due very soon into the queue itself. */
  grantScheduling(fn: ServiceFunction): void {
    const { queue, deadLetterQueue } = this.#dialling;
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.#group.ref}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    fn.allow(['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'], [schedules]);
    fn.allow(['iam:PassRole'], [this.#role.roleArn]);
    fn.allow(['sqs:SendMessage'], [queue.queueArn]);
    fn.setEnvironment('SCHEDULE_GROUP', this.#group.ref);
    fn.setEnvironment('SCHEDULE_ROLE_ARN', this.#role.roleArn);
    fn.setEnvironment('DIAL_QUEUE_ARN', queue.queueArn);
    fn.setEnvironment('DIAL_QUEUE_URL', queue.queueUrl);
    fn.setEnvironment('DIAL_DEAD_LETTERS_ARN', deadLetterQueue.queueArn);
    Validations.of(fn).acknowledge({
      id: wildcardFinding(fn, schedules),
      reason: 'Schedules are named by the calls that they are for; the group has no others.',
    });
  }
}

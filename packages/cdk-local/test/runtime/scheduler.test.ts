import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAws } from '../../src/aws/aws-endpoint.ts';
import { type AwsServer, listenForAws } from '../../src/aws/listen-for-aws.ts';
import { ObjectStore } from '../../src/aws/s3/object-store.ts';
import { fireSchedule } from '../../src/aws/scheduler/fire-schedule.ts';
import { openSchedules, type Schedules } from '../../src/aws/scheduler/schedules.ts';
import { openQueues, type Queues } from '../../src/aws/sqs/queues/queues.ts';
import { credentialsOf } from '../../src/functions/function-definition.ts';
import type { Resource } from '../../src/template/resource.ts';
import { queue, queueArn, resource, temporaryDirectory } from '../support/resources.ts';
import { UNUSED_PARTS } from './support/unused-parts.ts';

const ACCOUNT = 'eu-west-1:111122223333';
const roleArn = (name: string) => `arn:aws:iam::111122223333:role/${name}`;
const functionArn = (name: string) => `arn:aws:lambda:${ACCOUNT}:function:${name}`;

const role = (name: string, service: string, statements: readonly object[]) =>
  resource('AWS::IAM::Role', name, {
    attributes: { Arn: roleArn(name) },
    properties: {
      AssumeRolePolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
      },
      Policies: [{ PolicyName: 'access', PolicyDocument: { Statement: statements } }],
    },
  });
const allow = (Action: string | string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });
const caller = (name: string, statements: readonly object[]) => [
  role(`${name}Role`, 'lambda.amazonaws.com', statements),
  resource('AWS::Lambda::Function', name, {
    attributes: { Arn: functionArn(name) },
    properties: { Role: roleArn(`${name}Role`) },
  }),
];

const SCHEDULES = `arn:aws:scheduler:${ACCOUNT}:schedule/calls/*`;
const CREATE = allow('scheduler:CreateSchedule', SCHEDULES);
const resources: readonly Resource[] = [
  queue('work'),
  queue('dead'),
  resource('AWS::Scheduler::ScheduleGroup', 'calls', {
    attributes: { Arn: `arn:aws:scheduler:${ACCOUNT}:schedule-group/calls` },
  }),
  role('Sender', 'scheduler.amazonaws.com', [allow('sqs:SendMessage', '*')]),
  role('Undertaker', 'scheduler.amazonaws.com', [allow('sqs:SendMessage', queueArn('dead'))]),
  role('Stranger', 'lambda.amazonaws.com', [allow('sqs:SendMessage', '*')]),
  ...caller('Planner', [CREATE, allow('iam:PassRole', roleArn('Sender'))]),
  ...caller('Unfit', [CREATE]),
];

describe('the scheduler through its SDK', () => {
  const directory = temporaryDirectory();
  const reports: string[] = [];
  const clients: SchedulerClient[] = [];
  let aws: AwsServer;
  let queues: Queues;
  let schedules: Schedules;

  const open = () =>
    openSchedules(`${directory.path}/schedules`, (schedule) =>
      fireSchedule(schedule, { resources, queues, report: (line) => void reports.push(line) }),
    );
  const keyOf = (name: string) => credentialsOf(functionArn(name), aws.operatorKey);
  const operator = () => ({ accessKeyId: 'operator', secretAccessKey: aws.operatorKey });
  const clientOf = (credentials: ReturnType<typeof credentialsOf>) => {
    const client = new SchedulerClient({
      endpoint: aws.url,
      region: 'eu-west-1',
      credentials,
      maxAttempts: 1,
    });
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    aws = await listenForAws();
    queues = await openQueues({ directory: `${directory.path}/queues`, resources });
    schedules = await open();
    serveAws({
      ...UNUSED_PARTS,
      objects: new ObjectStore(`${directory.path}/s3`),
      aws,
      resources,
      queues,
      schedules: {
        add: (schedule) => schedules.add(schedule),
        find: (key) => schedules.find(key),
        remove: (key) => schedules.remove(key),
        close: () => schedules.close(),
      },
      report: () => {},
    });
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await aws.close();
    await schedules.close();
    await queues.close();
    directory.remove();
  });

  const inputOf = (
    Name: string,
    inMs: number,
    changes: Partial<CreateScheduleCommandInput> = {},
  ): CreateScheduleCommandInput => ({
    Name,
    GroupName: 'calls',
    ScheduleExpression: `at(${new Date(Date.now() + inMs).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: queueArn('work'),
      RoleArn: roleArn('Sender'),
      Input: Name,
      DeadLetterConfig: { Arn: queueArn('dead') },
    },
    ...changes,
  });
  const create = (input: CreateScheduleCommandInput, credentials = operator()) =>
    clientOf(credentials).send(new CreateScheduleCommand(input));
  const get = (Name: string) =>
    clientOf(operator()).send(new GetScheduleCommand({ Name, GroupName: 'calls' }));
  const nextIn = async (name: string) => {
    const found = queues.find(name);
    await found?.waitForMessages(AbortSignal.timeout(30_000));
    const [message] = (await found?.receive(1)) ?? [];
    await found?.delete(message ? [message.receiptHandle] : []);
    return message?.body;
  };

  it("sends a schedule's message to its queue at its time, and then deletes the schedule", async () => {
    const { ScheduleArn } = await create(inputOf('one', 6_000), keyOf('Planner'));
    const before = await get('one');
    const dueAt = Date.parse(`${before.ScheduleExpression?.slice(3, -1)}Z`);

    const sent = await nextIn('work');

    expect(ScheduleArn).toBe(`arn:aws:scheduler:${ACCOUNT}:schedule/calls/one`);
    expect(before).toMatchObject({ Name: 'one', GroupName: 'calls', Target: { Input: 'one' } });
    expect(sent).toBe('one');
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
    await expect.poll(() => get('one').catch(({ name }) => name)).toBe('ResourceNotFoundException');
  });

  it('refuses a function that signs with the key of another one', async () => {
    const credentials = { ...keyOf('Planner'), secretAccessKey: keyOf('Unfit').secretAccessKey };

    await expect(create(inputOf('two', 60_000), credentials)).rejects.toThrow(/signature/);
  });

  it('keeps schedules over a restart, and fires missed ones', async () => {
    await create(inputOf('missed', 1_000));
    await create(inputOf('later', 3_000));
    await create(inputOf('far', 40 * 24 * 3_600_000));
    await schedules.close();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.now() + 1_200);

    schedules = await open();

    // If it was closed for long, it missed both, and may fire either first.
    expect([await nextIn('work'), await nextIn('work')].sort()).toEqual(['later', 'missed']);
    expect((await get('far')).Name).toBe('far');
  });

  it('uses the dead-letter queue, and reports it, if a role may not send to the queue', async () => {
    const target = { ...inputOf('', 0).Target!, RoleArn: roleArn('Undertaker'), Input: 'buried' };

    await create(inputOf('buried', 0, { Target: target }));

    expect(await nextIn('dead')).toBe('buried');
    expect(reports).toContain(
      `The schedule calls/buried cannot send to ${queueArn('work')}: ${roleArn('Undertaker')} is not allowed sqs:SendMessage`,
    );
  });

  it("sends the message group of SQS's universal target", async () => {
    const request = { QueueUrl: 'http://127.0.0.1/111122223333/work', MessageBody: 'grouped' };
    const Arn = 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage';
    const target = { ...inputOf('', 0).Target!, Arn };
    const targetOf = (input: object) => ({ Target: { ...target, Input: JSON.stringify(input) } });

    await create(inputOf('grouped', 0, targetOf({ ...request, MessageGroupId: 'user' })));
    const work = queues.find('work')!;
    await work.waitForMessages(AbortSignal.timeout(30_000));
    const [sent] = await work.receive(1);
    await work.delete([sent!.receiptHandle]);

    expect(sent).toMatchObject({ body: 'grouped', groupId: 'user' });
    await expect(create(inputOf('odd', 0, targetOf({ ...request, Group: 'user' })))).rejects.toThrow(/Group/);
    await expect(
      create(
        inputOf('other', 0, { Target: { ...target, Arn: Arn.replace('sqs:sendMessage', 'sns:publish') } }),
      ),
    ).rejects.toThrow(/sqs:sendMessage only, not sns:publish/);
  });

  it('permits a function to pass only permitted roles that the scheduler can assume', async () => {
    const asStranger = { ...inputOf('', 0).Target!, RoleArn: roleArn('Stranger') };

    await expect(create(inputOf('three', 60_000), keyOf('Unfit'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`iam:PassRole on resource: ${roleArn('Sender')}`),
    });
    await expect(create(inputOf('three', 60_000, { Target: asStranger }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('assume the role'),
    });
    const remove = new DeleteScheduleCommand({ Name: 'three', GroupName: 'calls' });
    await expect(clientOf(keyOf('Planner')).send(remove)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('scheduler:DeleteSchedule'),
    });
  });

  it.each([
    ['a rate', { ScheduleExpression: 'rate(5 minutes)' }, /not rate\(5 minutes\)/],
    ['an invalid hour', { ScheduleExpression: 'at(2027-01-01T25:00:00)' }, /not at\(/],
    ['another time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }, /ScheduleExpressionTimezone/],
    [
      'a window',
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } },
      /FlexibleTimeWindow/,
    ],
  ] as const)('refuses an unsupported schedule by name: %s', async (_, changes, message) => {
    await expect(create(inputOf('four', 60_000, changes))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(message),
    });
  });
});

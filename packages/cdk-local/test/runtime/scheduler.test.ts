import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireSchedule } from '../../src/aws/scheduler/fire-schedule.ts';
import { openSchedules, type Schedules } from '../../src/aws/scheduler/schedules.ts';
import type { Resource } from '../../src/template/resource.ts';
import { allow, functionWith, queue, queueArn, resource, role, roleArn } from '../support/resources.ts';
import { serveResources } from '../support/serve-resources.ts';

const ACCOUNT = 'eu-west-1:111122223333';
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
  ...functionWith('Planner', [CREATE, allow('iam:PassRole', roleArn('Sender'))]),
  ...functionWith('Unfit', [CREATE]),
];

const WORK = 'http://127.0.0.1/111122223333/work';
const requestOf = (MessageBody: string) =>
  JSON.stringify({ QueueUrl: WORK, MessageBody, MessageGroupId: 'user' });
const TARGET = {
  Arn: 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage',
  RoleArn: roleArn('Sender'),
  DeadLetterConfig: { Arn: queueArn('dead') },
};

describe('the scheduler through its SDK', () => {
  let schedules: Schedules;
  const {
    directory,
    reports,
    as,
    keyOf,
    queue: queueOf,
    queues,
  } = serveResources(resources, {
    schedules: {
      add: (schedule) => schedules.add(schedule),
      find: (key) => schedules.find(key),
      remove: (key) => schedules.remove(key),
      close: () => schedules.close(),
    },
  });

  const open = () =>
    openSchedules(`${directory.path}/schedules`, (schedule) =>
      fireSchedule(schedule, { resources, queues: queues(), report: (line) => void reports.push(line) }),
    );
  beforeAll(async () => {
    schedules = await open();
  });
  afterAll(() => schedules.close());

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
    Target: { ...TARGET, Input: requestOf(Name) },
    ...changes,
  });
  const create = (input: CreateScheduleCommandInput, credentials?: ReturnType<typeof keyOf>) =>
    new SchedulerClient(as(credentials)).send(new CreateScheduleCommand(input));
  const get = (Name: string) =>
    new SchedulerClient(as()).send(new GetScheduleCommand({ Name, GroupName: 'calls' }));
  const nextIn = async (name: string) => {
    const found = queueOf(name);
    await found?.waitForMessages(AbortSignal.timeout(30_000));
    const [message] = (await found?.receive(1)) ?? [];
    await found?.delete(message ? [message.receiptHandle] : []);
    return message;
  };

  it("sends a schedule's message to its queue at its time, and then deletes the schedule", async () => {
    const { ScheduleArn } = await create(inputOf('one', 6_000), keyOf('Planner'));
    const before = await get('one');
    const dueAt = Date.parse(`${before.ScheduleExpression?.slice(3, -1)}Z`);

    const sent = await nextIn('work');

    expect(ScheduleArn).toBe(`arn:aws:scheduler:${ACCOUNT}:schedule/calls/one`);
    expect(before).toMatchObject({ Name: 'one', GroupName: 'calls', Target: { Input: requestOf('one') } });
    expect(sent).toMatchObject({ body: 'one', groupId: 'user' });
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
    const fired = [await nextIn('work'), await nextIn('work')];
    expect(fired.map((message) => message?.body).sort()).toEqual(['later', 'missed']);
    expect((await get('far')).Name).toBe('far');
  });

  it('uses the dead-letter queue, and reports it, if a role may not send to the queue', async () => {
    const target = { ...inputOf('buried', 0).Target!, RoleArn: roleArn('Undertaker') };

    await create(inputOf('buried', 0, { Target: target }));

    expect(await nextIn('dead')).toMatchObject({ body: requestOf('buried') });
    expect(reports).toContain(
      `The schedule calls/buried cannot send to ${WORK}: ${roleArn('Undertaker')} is not allowed sqs:SendMessage`,
    );
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
    await expect(new SchedulerClient(as(keyOf('Planner'))).send(remove)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('scheduler:DeleteSchedule'),
    });
  });

  it.each([
    ['a rate', { ScheduleExpression: 'rate(5 minutes)' }, /not rate\(5 minutes\)/],
    ['an invalid hour', { ScheduleExpression: 'at(2027-01-01T25:00:00)' }, /not at\(/],
    ['another time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }, /ScheduleExpressionTimezone/],
    ['another target', { Target: { ...TARGET, Arn: queueArn('work'), Input: '{}' } }, /sqs:sendMessage only/],
    [
      'another input',
      { Target: { ...TARGET, Input: '{"QueueUrl":"","MessageBody":"","Group":""}' } },
      /Group/,
    ],
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

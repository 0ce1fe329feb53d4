import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { expect, it } from 'vitest';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCallsTo } from '../../support/service/shared-carrier.ts';

/** Milliseconds in which a busy machine creates a schedule and a test sees it. A call due within five seconds has none. */
const IN_TIME_MS = 20_000;

it('a scheduled call is dialed once and not before its time, and leaves no schedule behind', async () => {
  const scheduler = new SchedulerClient({
    endpoint: connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: connection.operator_key },
  });
  /** Waits until the scheduler has a schedule of this name, or has none. */
  const scheduleOf = (Name: string, wanted: boolean) =>
    until(`the schedule of ${Name}`, async () => {
      const command = new GetScheduleCommand({ Name, GroupName: 'phone-call-agents-staging' });
      const isThere = await scheduler.send(command).then(
        () => true,
        (error: Error) => {
          if (error.name !== 'ResourceNotFoundException') throw error;
          return false;
        },
      );
      return isThere === wanted || { waitingFor: wanted };
    });
  const { agent } = await makeAgent(api);
  const to_number = newNumber();
  await setCallee(connection, to_number, { script: [{ say: 'hello' }, { hang_up: true }] });
  const scheduled_at = new Date(Date.now() + IN_TIME_MS).toISOString();

  const body = { from_number: connection.phone_number, to_number, agent: agent.id, scheduled_at };
  const call = await api.created('/v1/calls/create', body);
  await scheduleOf(call.id, true);
  const waiting = (await api.get(`/v1/calls?id=${call.id}`)).body;
  const ended = await api.finishedCall(call.id);
  await scheduleOf(call.id, false);
  scheduler.destroy();

  const dialed = await carrierCallsTo(to_number);
  expect(waiting).toMatchObject({ status: 'not_started', scheduled_at });
  expect(ended).toMatchObject({ status: 'ended', scheduled_at });
  expect(dialed).toHaveLength(1);
  expect(dialed[0]!.created_at >= scheduled_at).toBe(true);
});

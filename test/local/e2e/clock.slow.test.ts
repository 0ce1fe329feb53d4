import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireLaterStart } from '../../../local/clock.ts';
import { Terminal } from '../../cli/run-cli.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const at = (time: string) => `2026-12-01T${time}:00.000Z`;

let service: OwnService;
let runs = 0;
const terminal = new Terminal();
beforeAll(async () => {
  service = await startOwnService(
    {},
    {
      clockTime: new Date(at('09:00')),
      onInvocation: ({ functionName }) => {
        if (/-(Reconcile|Campaigns)Function/.test(functionName)) runs += 1;
      },
    },
  );
});
afterAll(async () => {
  terminal.close();
  await service.close();
});

it('moves the service with its schedules, callees and answers, and never back', async () => {
  const { api, connection, data } = service;
  const { agent } = await makeAgent(api);
  const to_number = newNumber();
  await setCallee(connection, to_number, { script: [{ say: 'hello' }, { hang_up: true }] });
  const scheduled_at = at('10:30');
  const body = { from_number: connection.phone_number, to_number, agent: agent.id, scheduled_at };
  const call = await api.created('/v1/calls/create', body);
  const shown = async () => (await api.get(`/v1/calls?id=${call.id}`)).body;
  const scheduler = new SchedulerClient({
    endpoint: connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: connection.operator_key },
  });
  const schedule = new GetScheduleCommand({ Name: call.id, GroupName: 'phone-call-agents-production' });
  const plan = () => scheduler.send(schedule).catch(({ name }: Error) => name);
  const planned = await until('the schedule', async () => {
    const found = await plan();
    return typeof found === 'string' ? { waitingFor: found } : found;
  });
  const clock = (...args: string[]) => terminal.run(['clock', ...args, '--data', data]);

  const advanced = await clock('advance', '85m');
  const before = await shown();
  const idleRuns = runs;
  await service.runtime.advanceTo(new Date(at('10:40')));
  const back = await clock('advance', '-1d');
  const back2 = await fetch(connection.clock_url ?? '', { method: 'POST', body: `{"to":"${at('10:00')}"}` });

  expect(advanced.out).toMatch(/^2026-12-01T10:00:\d\d.+\n2026-12-01T10:25:\d\d.+\n$/);
  expect([before, planned]).toMatchObject([{ status: 'not_started' }, { Name: call.id }]);
  // Two at the start, and none in minutes in which nothing was due.
  expect(idleRuns).toBeLessThan(10);
  expect([await shown(), await plan()]).toMatchObject([{ status: 'ended' }, 'ResourceNotFoundException']);
  const calls = `${connection.carrier_url}/simulator/calls?to=${encodeURIComponent(to_number)}`;
  const [dialed] = await getJson(calls);
  expect(dialed.created_at).toMatch(/^2026-12-01T10:30:/);
  expect(back).toMatchObject({ code: 2, err: expect.stringContaining('A clock moves forward') });
  expect(await back2.json()).toEqual({ message: expect.stringContaining('A clock cannot be moved back') });
  expect(() => requireLaterStart(data, new Date(at('09:00')))).toThrow(
    /cannot be moved back, and the data in .+ has reached 2026-12-01T10:25:\d\dZ: start with --clock/,
  );
});

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, setCallee } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const LAW = {
  LAW_MODE: 'enforce',
  LAW_PERMITTED_PLACES: '*',
  LAW_INFORMATIONAL_CONSENT: 'assumed',
  LAW_QUIET_HOURS: '21:00-08:00',
};

let service: OwnService;
beforeAll(async () => {
  // Eight in the morning in New York, five in Los Angeles, where the law permits calls from nine on.
  service = await startOwnService(LAW, { clockTime: new Date('2026-12-01T13:00:00Z') });
});
afterAll(() => service.close());

it('calls the recipients of a request and of a file, each in its hours, and retries a busy line', async () => {
  const { api, connection, runtime } = service;
  const subscriptions = ['event_campaign_started', 'event_campaign_finished', 'event_phone_call_ended'];
  const webhook = { url: 'http://127.0.0.1:1024/', subscriptions };
  const { agent } = await makeAgent(api, { settings: { disclosure: 'This is an automated call.', webhook } });
  const [person, busy, western] = ['+12125550001', '+12125550002', '+12135550003'] as const;
  const talks = { script: [{ say: 'hello' }, { hang_up: true }] };
  await setCallee(connection, person, talks);
  await setCallee(connection, western, talks);
  await setCallee(connection, busy, { answer: 'busy' });
  const created = await api.created('/v1/campaigns/create', {
    ...{ name: 'Reminders', agent: agent.id, from_number: connection.phone_number },
    attempts: { most: 2, busy_minutes: 10 },
    recipients: [{ to_number: person }, { to_number: '+1 (212) 555-0001' }, { to_number: 5 }],
  });
  const query = `?id=${created.id}`;
  const report = async () => (await api.get(`/v1/campaigns/report${query}`)).body;
  const file = `phone;Name\r\n${busy};J\xfcrgen\r\n4.4E+11;Ann\r\n${western};Zo\xeb\r\n`;
  const body = Buffer.from(file, 'latin1');
  const { upload, url } = await api.created(`/v1/campaigns/upload${query}`, { bytes: body.length });
  const put = await fetch(url, { method: 'PUT', body });
  await api.created(`/v1/campaigns/import${query}`, { upload });
  await runtime.advanceTo(new Date('2026-12-01T13:02:00Z'));
  const imported = await report();
  await api.created(`/v1/campaigns/start${query}`);
  const twice = await api.post(`/v1/campaigns/start${query}`);
  await runtime.advanceTo(new Date('2026-12-01T13:30:00Z'));
  const morning = await report();
  await runtime.advanceTo(new Date('2026-12-01T17:10:00Z'));
  const { body: recipients } = await api.get(`/v1/campaigns/recipients${query}`);
  const { body: refused } = await api.get(`/v1/campaigns/recipients${query}&refused=true`);

  expect(created).toMatchObject({
    status: 'draft',
    refused: [
      { line: 2, type: 'repeated_number' },
      { line: 3, type: 'invalid_value' },
    ],
  });
  expect(put.status).toBe(200);
  expect(imported).toMatchObject({
    recipients: 3,
    import: { rows: 3, accepted: 2, refused: 1, state: 'done' },
  });
  expect(twice).toMatchObject({ status: 409 });
  expect(morning).toMatchObject({ status: 'running', done: 2, results: { reached: 1, busy: 2 } });
  expect(await report()).toMatchObject({ status: 'finished', done: 3, dialed: 4, reached: 2 });
  const { cost, cost_by_day, seconds_by_day, dialed_by_day } = await report();
  expect(cost).toBeGreaterThan(0);
  expect([cost_by_day, dialed_by_day]).toEqual([{ '2026-12-01': cost }, { '2026-12-01': 4 }]);
  expect(seconds_by_day).toEqual({ '2026-12-01': expect.any(Number) });
  expect(recipients).toMatchObject([
    { to_number: person, outcome: 'reached', attempts: [{ result: 'reached' }] },
    { to_number: busy, outcome: 'busy', context: { name: 'Jürgen' } },
    { to_number: western, attempts: [{ at: expect.stringMatching(/^2026-12-01T17:0/) }] },
  ]);
  expect(refused).toHaveLength(3);
  const call = (await api.get(`/v1/calls?id=${recipients[0].attempts[0].call_id}`)).body;
  expect(call).toMatchObject({ campaign_id: created.id, stage_outcome: 'human_disconnected' });
  const evidence = async () => (await api.get(`/v1/campaigns/evidence${query}`)).body;
  expect(await evidence()).toMatchObject({ state: 'preparing' });
  const archive = await until('the archive', async () => {
    const answer = await evidence();
    return answer.state === 'ready' ? answer : { waitingFor: answer };
  });
  const unzipped = gunzipSync(Buffer.from(await (await fetch(archive.urls[0])).arrayBuffer())).toString();
  const lines = unzipped
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const own = (await api.get(`/v1/calls/evidence?id=${call.id}`)).body;
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({ ...own, made_at: lines[0].made_at });
  expect((await service.secondApi.get(`/v1/campaigns/evidence${query}`)).status).toBe(404);
  const deliveries = (await api.get('/v1/webhooks/deliveries/list?size=100')).body;
  const ofCampaign = deliveries.filter(({ call_id }: { call_id?: string }) => call_id === undefined);
  expect(deliveries.length).toBeGreaterThan(2);
  expect(deliveries.every(({ campaign_id }: { campaign_id?: string }) => campaign_id === created.id)).toBe(
    true,
  );
  expect(ofCampaign.map(({ type }: { type: string }) => type)).toEqual(subscriptions.slice(0, 2).reverse());
  const finished = await api.get(`/v1/webhooks/deliveries?id=${ofCampaign[0].id}`);
  expect(finished.body.payload).toMatchObject({
    agent: agent.id,
    dialed: 4,
    results: { busy: 2, reached: 2 },
  });
});

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { inboundAgentOf } from '../../../lambdas/numbers/requests/inbound-agent.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { FoundRecords } from '../../../lambdas/records/store/records.ts';
import { voiceKind } from '../../../lambdas/voices/model/voice.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const api = await FunctionApi.ofFile();

it('lists prompts with their templates by id', async () => {
  const { prompt_template } = await api.created('prompts', {
    content: 'x',
    prompt_template: { required_context_keys: ['name'] },
  });
  await api.created('prompts', { content: 'y' });

  const { body } = await api.run('prompts/list');

  const templates = body.items.map((prompt: { prompt_template: unknown }) => prompt.prompt_template);
  expect(templates.sort()).toEqual([prompt_template.id, null].sort());
});

it('gives a new number an agent whose voice is of a kind that all of them know', () => {
  const making = { userId: api.user, references: new FoundRecords([]), newId, randomBytes };

  const { records } = inboundAgentOf('default', making);

  const voices = records.flatMap(({ kind, record }) => (kind === voiceKind ? [record.type] : []));
  expect(voices).toEqual(['voice_vendor_a']);
});

it('lists the times of calls as numbers in the version whose clients want them, and else as text', async () => {
  const times = { start_time: '2026-01-01T12:00:05.500Z', end_time: '2026-01-01T12:01:05.000Z' };
  await insertCall(api.table, storedCall({ user_id: api.user, ...times }));
  const listed = async (version: string) => {
    const { body } = await api.run('calls/list', { headers: { 'api-version': version } });
    return body.items ?? body;
  };

  const inSeconds = { start_time: 1767268805.5, end_time: 1767268865 };
  expect(await listed('2024-08-27')).toMatchObject([inSeconds]);
  for (const version of ['2023-08', '2024-08', '2026-11'])
    expect(await listed(version)).toMatchObject([times]);
});

it('answers in 2023-08 with bare lists and a plan that its clients know', async () => {
  const own = api.ofAnotherUser();
  const got = async (operation: string) =>
    (await own.run(operation, { headers: { 'api-version': '2023-08' } })).body;
  const webhook = { url: 'https://example.com/', subscriptions: ['event_message'] };
  const voice = { type: 'voice_builtin', voice_id: 'default' };
  const agent = { prompt: 'x', voice, actions: [{ type: 'action_dtmf' }], webhook };
  for (let count = 0; count < 11; count += 1) await own.created('agents', agent);

  for (const group of ['agents', 'voices', 'actions', 'webhooks']) {
    const { body } = await own.run(`${group}/list`, { query: { size: '11' } });
    expect(await got(`${group}/list`)).toEqual(body.items);
  }
  const plan = { plan_type: 'plan_enterprise', monthly_usage_limit_minutes: 2_147_483_647 };
  expect(await got('usage/get')).toMatchObject(plan);
});

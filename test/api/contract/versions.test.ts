import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { answerOf } from '../../../lambdas/http/api-version.ts';
import type { ApiVersion } from '../../../lambdas/platform/api-versions.ts';
import { EVERYTHING } from '../../support/agent-versions.ts';
import { newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);

const HELD = '+15550002222';
const INLINE = { ...EVERYTHING, idle_time_seconds: 7 };

it('answers agents compact in 2023-08, in full in 2026-11, and each as its schema says', async () => {
  await addHeldNumber(functions, HELD);
  const agent = await api.created('/v1/agents/create', INLINE);
  const call = { from_number: HELD, agent: agent.id, context: { name: 'Ada' } };
  const held = `/v1/numbers?phone_number=${encodeURIComponent(HELD)}`;
  const update = `/v1/numbers/update?phone_number=${encodeURIComponent(HELD)}`;
  const prompts = async (version: ApiVersion) => {
    const agentIn = async (operation: string, path: string, body?: object) => {
      const headers = { 'api-version': version, 'content-type': 'application/json' };
      const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
      const answer = await api.send(path, sent);
      const schema = answerOf(catalogue[operation]?.response as z.ZodMiniType, version);
      expect([operation, answer.status, schema.safeParse(answer.body).error]).toEqual([
        operation,
        200,
        undefined,
      ]);
      return answer.body.inbound_agent ?? (answer.body.from_number ? answer.body.agent : answer.body);
    };
    const placed = await api.created('/v1/calls/create', { ...call, to_number: newNumber() });
    const shown = {
      made: await agentIn('agents/create', '/v1/agents/create', INLINE),
      update: await agentIn('agents/update', `/v1/agents/update?id=${agent.id}`, { idle_time_seconds: 8 }),
      get: await agentIn('agents/get', `/v1/agents?id=${agent.id}`),
      full: await agentIn('agents/get', `/v1/agents?id=${agent.id}&view=full`),
      number: await agentIn('numbers/update', update, { inbound_agent: agent.id }),
      held: await agentIn('numbers/get', held),
      call: await agentIn('calls/get', `/v1/calls?id=${placed.id}`),
      ended: await agentIn('calls/end', `/v1/calls/end?id=${placed.id}`, {}),
      created: await agentIn('calls/create', '/v1/calls/create', { ...call, to_number: newNumber() }),
    };
    return Object.fromEntries(
      Object.entries(shown).map(([name, { prompt }]) => [
        name,
        typeof prompt === 'string' ? 'compact' : 'full',
      ]),
    );
  };
  const compact = { get: 'compact', held: 'compact', call: 'compact', ended: 'compact', created: 'compact' };
  const full = { get: 'full', held: 'full', call: 'full', ended: 'full', created: 'full' };

  expect(await prompts('2023-08')).toEqual({
    ...compact,
    full: 'full',
    made: 'compact',
    update: 'compact',
    number: 'compact',
  });
  const changed = { made: 'full', update: 'full', number: 'full' };
  expect(await prompts('2024-08')).toEqual({ ...compact, full: 'full', ...changed });
  for (const version of ['2024-08-27', '2026-11'] as const)
    expect(await prompts(version)).toEqual({ ...full, full: 'full', ...changed });
});

import { describe, expect, it } from 'vitest';
import { findTests } from '../../../../lambdas/agent-tests/store/find-tests.ts';
import { agentKind } from '../../../../lambdas/agents/model/agent.ts';
import { planRollback } from '../../../../lambdas/agents/requests/plan-rollback.ts';
import { updatePlanned } from '../../../../lambdas/records/store/update-record.ts';
import { agentVersions, VOICE } from '../../../support/agent-versions.ts';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();
const { agentWith, publish, rollback, versionOf, versionsOf, call } = agentVersions(() => api);

describe('a rollback', () => {
  it('restores the settings, the prompt, the voice and the actions as a new version', async () => {
    const agent = await agentWith();
    const [external, transfer] = agent.actions;
    await api.update('agents', agent.id, {
      name: null,
      prompt: { content: 'Be brief.', context_endpoint: 'https://example.com/context' },
      voice: { voice_id: 'bob', stability: 0.5 },
      actions: [{ id: external.id, config: { url: 'https://example.org/', processing_mode: 'muted' } }],
      speech_keywords: { implant: 2 },
      idle_time_seconds: 5,
    });
    await api.update('actions', transfer.id, { config: { phone_number: '+15559999999' } });
    const before = await call(agent.id);

    const { status, text, body } = await rollback(agent.id, 1);
    const after = await call(agent.id);

    expect(status, text).toBe(200);
    expect(body).toMatchObject({ version: 3, published: [{ version: 3, weight: 1 }], name: 'Ada' });
    expect(body.prompt).toMatchObject({ id: agent.prompt.id, content: 'Be kind.' });
    expect(body.prompt.context_endpoint ?? null).toBeNull();
    expect(body.voice).toMatchObject({ id: agent.voice.id, voice_id: 'ada', api_key: VOICE.api_key });
    expect(body.voice.stability ?? null).toBeNull();
    expect(body.actions).toEqual(agent.actions);
    expect([body.speech_keywords ?? null, body.idle_time_seconds ?? null]).toEqual([null, null]);
    expect(before.body).toMatchObject({ agent_version: 2, agent: { prompt: 'Be brief.' } });
    expect(after.body).toMatchObject({ agent_version: 3, agent: { prompt: 'Be kind.' } });
    const [latest] = (await versionsOf(agent.id)).items;
    expect(latest).toMatchObject({ version: 3, origin: 'rolled_back', restored_from: 1 });
  });

  it('keeps a concurrent edit of the prompt', async () => {
    const agent = await agentWith();
    await api.update('agents', agent.id, { prompt: { content: 'Be brief.' } });
    let isEdited = false;

    await updatePlanned(api.table, api.user, {
      kind: agentKind,
      id: agent.id,
      async plan(read) {
        const publication = { force: false, granted: undefined, findTests, at: new Date() };
        const plan = await planRollback(api.table, read, { version: 1, ...publication });
        if (!isEdited) await api.update('prompts', agent.prompt.id, { content: 'Written meanwhile.' });
        isEdited = true;
        return plan;
      },
    });

    expect((await versionOf(agent.id, 3)).body.content.prompt.content).toBe('Written meanwhile.');
    expect((await call(agent.id)).body).toMatchObject({ agent_version: 4, agent: { prompt: 'Be kind.' } });
  });

  it('is refused if its records were deleted since, and names each', async () => {
    const agent = await agentWith();
    const others = { prompt: { content: 'New.' }, voice: { type: 'voice_builtin', voice_id: 'x' } };
    const prompt = await api.created('prompts', others.prompt);
    await api.update('agents', agent.id, { prompt: prompt.id, voice: others.voice, actions: [] });
    const gone = [
      ['prompts', agent.prompt.id],
      ['voices', agent.voice.id],
      ['actions', agent.actions[0].id],
    ] as const;
    for (const [group, id] of gone) await api.run(`${group}/delete`, { query: { id } });

    const answer = await rollback(agent.id, 1);

    expect([answer.status, placesOf(answer)]).toEqual([409, gone.map(() => 'body.version deleted_since')]);
    for (const [, id] of gone) expect(answer.text).toContain(id);
  });

  it('never changes a record that another agent uses, and says which', async () => {
    const agent = await agentWith();
    await agentWith({ prompt: agent.prompt.id });
    await api.update('prompts', agent.prompt.id, { content: 'Be brief.' });

    const answer = await rollback(agent.id, 1);

    expect([answer.status, placesOf(answer)]).toEqual([409, ['body.version shared_record_changed']]);
    expect(answer.text).toContain(agent.prompt.id);
    expect((await api.got('prompts', agent.prompt.id)).content).toBe('Be brief.');
    // Its advice works.
    await publish(agent.id, { version: 1 });
    expect((await call(agent.id)).body).toMatchObject({ agent_version: 1, agent: { prompt: 'Be kind.' } });
  });
});

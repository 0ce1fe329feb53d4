import { describe, expect, it } from 'vitest';
import { actionKind } from '../../lambdas/actions/model/action.ts';
import { agentKind } from '../../lambdas/agents/model/agent.ts';
import { referencesIn } from '../../lambdas/http/references.ts';
import { promptKind, promptTemplateKind } from '../../lambdas/prompts/model/prompt.ts';
import { voiceKind } from '../../lambdas/voices/model/voice.ts';

const A = '01890a5d-ac96-774b-bcce-b302099a8001';
const B = '01890a5d-ac96-774b-bcce-b302099a8002';

describe('referencesIn', () => {
  it('finds an id in a field, in each item of a list and in a field of an object', () => {
    const body = { voice: A, actions: [A, B], prompt: { prompt_template: B } };

    const found = referencesIn(body, {
      voice: voiceKind,
      actions: actionKind,
      'prompt.prompt_template': promptTemplateKind,
    });

    expect(found).toEqual([
      { kind: voiceKind, loc: ['body', 'voice'], id: A },
      { kind: actionKind, loc: ['body', 'actions', '0'], id: A },
      { kind: actionKind, loc: ['body', 'actions', '1'], id: B },
      { kind: promptTemplateKind, loc: ['body', 'prompt', 'prompt_template'], id: B },
    ]);
  });

  it('finds an id in each field of an object', () => {
    const body = { steps: { handoffs: { one: { agent: A }, two: { agent: { id: B } }, three: 5 } } };

    const found = referencesIn(body, { 'steps.handoffs.*.agent': agentKind });

    expect(found).toEqual([
      { kind: agentKind, loc: ['body', 'steps', 'handoffs', 'one', 'agent'], id: A },
      { kind: agentKind, loc: ['body', 'steps', 'handoffs', 'two', 'agent', 'id'], id: B },
    ]);
  });

  it('finds the id of an object, and ignores its other fields', () => {
    const body = {
      agent: { id: A, voice: B, prompt: { id: B } },
      prompt: { prompt_template: { id: B } },
      actions: [{ id: B, type: 'x' }, { id: null }],
    };

    const found = referencesIn(body, {
      agent: agentKind,
      'agent.voice': voiceKind,
      'agent.prompt': promptKind,
      'prompt.prompt_template': promptTemplateKind,
      actions: actionKind,
    });

    expect(found).toEqual([
      { kind: agentKind, loc: ['body', 'agent', 'id'], id: A },
      { kind: promptTemplateKind, loc: ['body', 'prompt', 'prompt_template', 'id'], id: B },
      { kind: actionKind, loc: ['body', 'actions', '0', 'id'], id: B },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../lambdas/http/references.ts';

const A = '01890a5d-ac96-774b-bcce-b302099a8001';
const B = '01890a5d-ac96-774b-bcce-b302099a8002';

describe('referencesIn', () => {
  it('finds an id in a field, in each item of a list and in a field of an object', () => {
    const body = { voice: A, actions: [A, B], prompt: { prompt_template: B } };

    const found = referencesIn(body, {
      voice: 'voice',
      actions: 'action',
      'prompt.prompt_template': 'prompt_template',
    });

    expect(found).toEqual([
      { kind: 'voice', loc: ['body', 'voice'], id: A },
      { kind: 'action', loc: ['body', 'actions', '0'], id: A },
      { kind: 'action', loc: ['body', 'actions', '1'], id: B },
      { kind: 'prompt_template', loc: ['body', 'prompt', 'prompt_template'], id: B },
    ]);
  });

  it('finds the id of an object, and ignores its other fields', () => {
    const body = {
      agent: { id: A, voice: B, prompt: { id: B } },
      prompt: { prompt_template: { id: B } },
      actions: [{ id: B, type: 'x' }, { id: null }],
    };

    const found = referencesIn(body, {
      agent: 'agent',
      'agent.voice': 'voice',
      'agent.prompt': 'prompt',
      'prompt.prompt_template': 'prompt_template',
      actions: 'action',
    });

    expect(found).toEqual([
      { kind: 'agent', loc: ['body', 'agent', 'id'], id: A },
      { kind: 'prompt_template', loc: ['body', 'prompt', 'prompt_template', 'id'], id: B },
      { kind: 'action', loc: ['body', 'actions', '0', 'id'], id: B },
    ]);
  });
});

import { expect, it } from 'vitest';
import { isOlderShape, newerAgentInput } from '../../../lambdas/agents/model/agent.ts';
import { AGENT, VOICE } from '../../support/records.ts';

it.each<[string, object, boolean]>([
  ['a prompt as text', { prompt: 'Be kind.', voice: VOICE }, true],
  ['an empty prompt', { prompt: '', voice: VOICE }, true],
  ['an action in place', { prompt: '', voice: VOICE, actions: [{ type: 'action_dtmf' }] }, true],
  ['a fault beside a text, which the newer shape names', { prompt: '', voice: { type: 'x' } }, false],
  ['a prompt by id', { prompt: AGENT, voice: VOICE }, false],
  ['a prompt by an id with a typing mistake', { prompt: AGENT.slice(1), voice: VOICE }, false],
  ['a prompt by an id in capitals', { prompt: AGENT.toUpperCase(), voice: VOICE }, false],
  ['keys of the newer shape beside a text', { prompt: 'Be kind.', voice: VOICE, language: 'de' }, false],
  ['no prompt', { voice: VOICE }, false],
  ['a prompt that is no string', { prompt: 5, voice: VOICE }, false],
])('the older shape is distinguished from %s', (_, body, older) => {
  expect(isOlderShape(body)).toBe(older);
});

it('ids are accepted in capitals, and stored in lower case', () => {
  const { voice } = newerAgentInput.parse({ prompt: AGENT, voice: VOICE.toUpperCase() });

  expect(voice).toBe(VOICE);
});

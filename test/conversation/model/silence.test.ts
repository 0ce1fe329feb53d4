import { describe, expect, it } from 'vitest';
import type { AgentSettings } from '../../../lambdas/agents/model/agent.ts';
import { silenceStep } from '../../../lambdas/conversation/look-after-silence.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { agentFellSilent, agentSpokeUp } from '../../../lambdas/conversation/model/session-events.ts';
import type { AnsweredBy } from '../../../lambdas/vendors/model/answered-by.ts';
import { at, session } from '../../support/records.ts';

const LIMITS = { usual: 30, menu: 590 };
const withSettings = (settings: Partial<AgentSettings>, changes: Partial<Session> = {}): Session => {
  const begun = session();
  return { ...begun, settings: { ...begun.settings, ...settings }, ...changes };
};
const said = (words: 'presence' | 'goodbye') => ({ silence_words: { generation: 0, words: words } });
const taken = (answered_by: AnsweredBy) => ({
  answerer: { steps: [{ answered_by, at: at(1).toISOString(), from: 'words' as const }] },
});
const ASKING = { ask_if_human_present_on_idle: true };
const MENU = { ivr_navigation_mode: 'default' as const };

describe('the steps of a silence timeout', () => {
  it.each([
    ['a goodbye after the limit', withSettings({}), 'say_goodbye', 30],
    ['a goodbye later in a menu', withSettings(MENU), 'say_goodbye', 590],
    ['no goodbye before the silence timeout', withSettings({ idle_time_seconds: 60 }), 'say_goodbye', 60],
    ['the question after the usual time', withSettings(ASKING), 'ask', 15],
    ['the question after the agent’s own time', withSettings({ ...ASKING, idle_time_seconds: 5 }), 'ask', 5],
    ['a goodbye to who was asked', withSettings(ASKING, said('presence')), 'say_goodbye', 30],
    [
      'a goodbye to who was asked late, and has had time to answer',
      withSettings({ ...ASKING, idle_time_seconds: 29 }, said('presence')),
      'say_goodbye',
      39,
    ],
    [
      'the question anew once something was said',
      withSettings(ASKING, { ...said('presence'), generation: 1 }),
      'ask',
      15,
    ],
    ['a goodbye if a screener never connects', withSettings(ASKING, taken('screener')), 'say_goodbye', 60],
    ['a goodbye much later on hold', withSettings({}, taken('hold')), 'say_goodbye', 300],
    ['the usual one with a person', withSettings({}, taken('human')), 'say_goodbye', 30],
    ['the end when a goodbye stays unheard', withSettings({}, said('goodbye')), 'leave', 45],
    ['the end when a goodbye was broken in on', withSettings({}, { ending: true }), 'leave', 15],
  ])('is %s', (_, silent, does, seconds) => {
    expect(silenceStep(silent, LIMITS)).toEqual({ does, afterMs: seconds * 1000 });
  });
});

describe('a goodbye to a silent contact', () => {
  const goodbye = agentSpokeUp(session(), { text: 'Thank you. Goodbye.', ofSilence: 'goodbye' }, at(30));

  it('ends the call when it was spoken', () => {
    const change = agentFellSilent(goodbye.session);

    expect(change?.session).toMatchObject({ ending: true });
    expect(change?.newTurns).toMatchObject([{ sender: 'agent', text: 'Thank you. Goodbye.' }]);
  });
});

describe('unprompted words', () => {
  it('follow pending words, which count as heard', () => {
    const { session: after, newTurns } = agentSpokeUp(session('Hello.'), { text: 'Hm?' }, at(5));

    expect(newTurns).toMatchObject([{ number: 1, sender: 'agent', text: 'Hello.' }]);
    expect(after).toMatchObject({ generation: 0, answer: { text: 'Hm?', complete: true } });
  });
});

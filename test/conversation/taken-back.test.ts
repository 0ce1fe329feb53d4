import { describe, expect, it } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { isFarewell } from '../../lambdas/conversation/model/backchannels.ts';
import type { Language } from '../../lambdas/vendors/model/languages.ts';
import { ACTION, USER } from '../support/records.ts';
import { rowsOf } from '../support/rows.ts';
import { PLAIN, playedConversation } from './played-conversation.ts';

// Words over the agent's goodbye, or over "I am connecting you".

const actionOf = (type: CallAction['type'], phrase?: string): CallAction => ({
  id: ACTION,
  user_id: USER,
  type,
  config: { phone_number: '+15551110000' },
  ...(phrase !== undefined && {
    action_trigger: {
      type: 'action_trigger_phrase_based',
      config: { phrase_triggers: [{ phrase, conditions: ['phrase_condition_type_contains'] }] },
    },
  }),
});

const END = actionOf('action_end_conversation');
const LEAVING = [
  ['end_conversation', END],
  ['transfer_call', actionOf('action_transfer_call')],
  ['add_to_conference', actionOf('action_add_to_conference')],
  [undefined, actionOf('action_transfer_call', 'right away')],
] as const;

/** The agent has said that it leaves, and the contact has heard some of it. */
async function leaving(action: CallAction, tool: string | undefined) {
  const played = await playedConversation({ ...PLAIN, actions: [action] });
  const calls = tool ? [{ kind: 'tool' as const, call: { id: 'call', name: tool, arguments: '{}' } }] : [];
  await played.answered('That is all.', ['Right away, I do that. Goodbye.', ...calls]);
  return played;
}

const interrupt = {
  type: 'interrupt',
  utteranceUntilInterrupt: 'Right away, I do',
  durationUntilInterruptMs: 9,
};

describe('an agent that is about to leave', () => {
  it.each(LEAVING)('by %s is stopped by words, and decides anew', async (tool, action) => {
    const { send, answered, model, sent, stored } = await leaving(action, tool);

    await send(interrupt as Parameters<typeof send>[0]);
    await answered('No wait, one more question…', ['Of course.']);
    await send({ type: 'info', name: 'agentSpeaking', value: 'off' });

    expect(sent.filter(({ type }) => type === 'end')).toEqual([]);
    const { messages } = model.requests[1]?.request ?? { messages: [] };
    const noteAt = messages.findIndex(({ content }) => content?.includes('was not done'));
    expect(noteAt).toBeGreaterThan(0);
    expect(messages.slice(noteAt).at(-1)?.content).toBe('No wait, one more question…');
    const { turns = [], session } = (await stored()) ?? {};
    expect(turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    const action_turns = turns.filter((one) => 'action' in one);
    expect(action_turns).toMatchObject([
      { failed: true, action: { output: { not_carried_out: expect.stringContaining('spoke') } } },
    ]);
    expect(session).not.toHaveProperty('intention');
  });

  it.each(LEAVING)('by %s leaves after a farewell, once', async (tool, action) => {
    const { send, final, sent, stored } = await leaving(action, tool);

    await send(interrupt as Parameters<typeof send>[0]);
    expect((await stored())?.turns.filter((one) => 'action' in one)).toEqual([]);
    await final('Okay, thank you, bye bye.');
    // The vendor has been told: this comes too late.
    await final('No, wait!');

    const handoffData = action === END ? '' : JSON.stringify({ action_id: ACTION });
    expect(sent.filter(({ type }) => type === 'end')[0]).toEqual({ type: 'end', handoffData });
    const turns = (await stored())?.turns.filter((one) => 'action' in one);
    expect(turns).toMatchObject([{ action: { action_id: ACTION, output: {} } }]);
    expect(turns?.[0]).not.toHaveProperty('failed');
  });

  it('for another reason than an action stays so', async () => {
    const session = { ending: true, answer: { text: 'Right away, I do.', complete: true, timestamp: '' } };
    const { final, sent } = await playedConversation({ ...PLAIN, session });

    await final('No wait, one more question…');

    expect(sent).toEqual([{ type: 'end', handoffData: '' }]);
  });
});

describe('isFarewell', () => {
  const ROWS = rowsOf<[Language, string, string]>(import.meta.url, 'model/corpus/farewells.jsonl');

  it.each(ROWS)('in %s: %s, and not %s', (language, farewell, other) => {
    expect([isFarewell(farewell, language), isFarewell(other, language)]).toEqual([true, false]);
  });
});

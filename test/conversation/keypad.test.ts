import { describe, expect, it } from 'vitest';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import { answerKeys } from '../../lambdas/conversation/answer-contact.ts';
import { closeConversation } from '../../lambdas/conversation/change-session.ts';
import type { LanguageModel } from '../../lambdas/vendors/llm/language-model.ts';
import type { ModelMessage } from '../../lambdas/vendors/model/llm-message.ts';
import { PLAIN, playedConversation } from './played-conversation.ts';

const LISTENS = { terminator: '#' as const, timeout_seconds: 2, max_length: 32 };
const BEGUN = Date.UTC(2026, 4, 4, 12);

/** A conversation of an agent that listens for keys; `changes` are further fields of its session. */
async function listening(changes: object = {}, own: Partial<AgentSettings> = {}) {
  const asked: (readonly ModelMessage[])[] = [];
  const model: LanguageModel = {
    async *stream({ messages }) {
      asked.push(messages);
      yield { kind: 'text', text: 'Thank you for the number.' };
    },
  };
  const settings = { ...PLAIN.settings, dtmf_input: LISTENS, ...own };
  const conversation = await playedConversation({ settings, session: changes, model });
  const { sent, due, send, contextOf, stored, transcript } = conversation;
  const at = (ms: number) => ({ at: new Date(BEGUN + ms) });
  return {
    asked,
    sent,
    due,
    press: (digit: string, ms: number) => send({ type: 'dtmf', digit }, at(ms)),
    timeOut: () => answerKeys(contextOf(at(20_000))),
    hangUp: () => closeConversation(contextOf()),
    said: async () => (await transcript()).filter((text) => !text.startsWith('(')),
    session: async () => (await stored())?.session,
  };
}

describe('keys', () => {
  it('that are handled concurrently and in the wrong order become one turn, in the right order', async () => {
    const { press, session, asked, said, due } = await listening();

    const last = press('#', 1200);
    await expect.poll(async () => (await session())?.pressed_keys, { interval: 5 }).toHaveLength(1);
    await Promise.all([last, press('3', 600), press('1', 0), press('4', 900), press('2', 300)]);

    expect(await said()).toEqual(['[keys 1234]']);
    expect(asked.map((messages) => messages.at(-1))).toEqual([{ role: 'user', content: '[keys 1234]' }]);
    expect(due.length).toBeLessThanOrEqual(1);
  });

  it('wait for their time-out, which the first of them starts', async () => {
    const { press, timeOut, asked, said, due } = await listening();

    await press('1', 0);
    await press('2', 500);
    const before = asked.length;
    await timeOut();
    await timeOut();

    expect([before, asked.length]).toEqual([0, 1]);
    expect(due).toEqual([new Date(BEGUN + 2000)]);
    expect(await said()).toEqual(['[keys 12]']);
  });

  it('that come while the agent leaves are stored and interrupt nothing', async () => {
    const answer = { text: 'Goodbye.', complete: true, timestamp: new Date(BEGUN).toISOString() };
    const { press, hangUp, sent, said } = await listening({ ending: true, answer });

    await press('1', 0);
    await press('#', 300);
    const during = [...sent];
    await hangUp();

    expect(during).toEqual([]);
    expect(await said()).toEqual(['Goodbye.', '[keys 1]']);
  });

  it('are not stored for an agent that does not listen, nor after the end', async () => {
    const deaf = await listening({}, { dtmf_input: null });
    const over = await listening({ closed: true });

    await deaf.press('1', 0);
    await over.press('1', 0);

    expect((await deaf.session())?.pressed_keys).toBeUndefined();
    expect((await over.session())?.pressed_keys).toBeUndefined();
  });
});

import { randomUUID } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { describe, expect, it } from 'vitest';
import { askActionService } from '../../lambdas/actions/ask-action-service.ts';
import { storeSnapshot } from '../../lambdas/agents/store/snapshots.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import type { Session, Turn } from '../../lambdas/conversation/model/session.ts';
import { getSession, tableStore } from '../../lambdas/conversation/store/conversations.ts';
import { sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { answerTurn } from '../../lambdas/conversation/turn/answer-turn.ts';
import { TurnTimes } from '../../lambdas/conversation/turn/turn-times.ts';
import { putItem } from '../../lambdas/platform/table/items.ts';
import type { LanguageModel } from '../../lambdas/vendors/llm/language-model.ts';
import { openAiCompatibleModel } from '../../lambdas/vendors/llm/openai/openai-model.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';

/** Milliseconds that tell the bound of the first words, 3 seconds, from that of a whole answer, 6, on a busy machine. */
const WITHIN_FIRST_WORDS_MS = 5_000;

/** Milliseconds that tell the bound of a whole answer from none: these streams never end. */
const WITHIN_ANSWER_MS = 15_000;

const table = await tableOfFile();

/** Answers with a model that follows a rule, and optionally a working fallback. Returns what the callee hears and when. */
async function answer(rule: RuleInput, { hasFallback = false } = {}) {
  const server = await startModel({
    replies: [{ when: { model: 'spare' }, reply: 'The spare one speaks.' }, rule],
  });
  const ask = (model: string): LanguageModel =>
    openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl: server.url, model }));
  const call = callWithEnd();
  await storeSnapshot(table, call);
  const session = sessionOf(call);
  const connectionId = randomUUID();
  await putItem(table, { ...sessionKey(connectionId), ...session });
  const heard: { readonly text: string; readonly afterMs: number }[] = [];
  const begun = Date.now();
  await answerTurn({
    askService: askActionService,
    store: tableStore(table, connectionId),
    connection: {
      send: async (frame) => {
        if (frame.type === 'text') heard.push({ text: frame.token, afterMs: Date.now() - begun });
        return true;
      },
    },
    now: () => new Date(),
    arrivedAt: new Date(),
    times: new TurnTimes(new Date(), () => new Date()),
    session,
    models: hasFallback ? [ask('usual'), ask('spare')] : [ask('usual')],
    turns: [said('Hello?', session)],
    knowledge: Promise.resolve([]),
    modelsOf: () => [],
  });
  const tookMs = Date.now() - begun;
  await server.close();
  const words = heard.filter(({ text }) => text.trim() !== '');
  return {
    waitedMs: words[0]?.afterMs ?? Number.POSITIVE_INFINITY,
    tookMs,
    words: heard.map(({ text }) => text).join(''),
    session: await getSession(table, connectionId),
  };
}

/** A call whose agent may end it. */
function callWithEnd(): CallWithSnapshot {
  const call = storedCall();
  const action = {
    id: randomUUID(),
    user_id: call.user_id,
    type: 'action_end_conversation' as const,
    config: {},
  };
  return { ...call, agent: { ...call.agent, actions: [action] } };
}

function said(text: string, { call_id, user_id }: Session): Turn {
  const timestamp = new Date().toISOString();
  return { call_id, user_id, webhook_id: null, number: 1, timestamp, sender: 'human', text };
}

const SORRY = 'Sorry, I had a problem just now.';

describe.concurrent('a model whose stream never ends', () => {
  it.each([
    ...(['tool_parts', 'empty', 'comments', 'letters'] as const).map((endless) => ({
      endless,
      token_ms: 40,
    })),
    // At full speed.
    ...(['tool_calls', 'line'] as const).map((endless) => ({ endless })),
  ])('is given up after three seconds, and the callee hears something: %j', async (rule) => {
    const { waitedMs, tookMs, words } = await answer(rule);

    expect(words).toContain(SORRY);
    expect(waitedMs).toBeLessThan(WITHIN_FIRST_WORDS_MS);
    expect(tookMs).toBeLessThan(WITHIN_ANSWER_MS);
  });

  it('is replaced by the fallback', async () => {
    const { waitedMs, words } = await answer({ endless: 'reasoning', token_ms: 40 }, { hasFallback: true });

    expect(words).toContain('The spare one speaks.');
    expect(waitedMs).toBeLessThan(WITHIN_FIRST_WORDS_MS);
  });

  it('is cut off at its limit, and its spoken words are kept', async () => {
    const { words, session } = await answer({ endless: 'sentences' });

    expect(words).toMatch(/^This is sentence number 0\. /);
    expect(words.length).toBeLessThanOrEqual(4_000);
    expect(session?.answer).toMatchObject({ text: words, complete: true });
  });
});

describe.concurrent('a model that is slow', () => {
  it('is spoken word by word if its clause is delayed', async () => {
    const { waitedMs, words } = await answer({
      reply: 'Your table is free on Tuesday evening',
      token_ms: 800,
    });

    expect(words).toBe('Your table is free on Tuesday evening');
    expect(waitedMs).toBeLessThan(WITHIN_FIRST_WORDS_MS);
  });

  it('may write a tool call for a while, with a sentence to the callee, and the tool runs', async () => {
    const { waitedMs, words, session } = await answer({
      tool_call: { name: 'end_conversation', arguments: { reason: 'All is said.' } },
      tool_ms: 2_000,
    });

    expect(words).toBe('One moment, please. Thank you. Goodbye. ');
    expect(waitedMs).toBeLessThan(WITHIN_FIRST_WORDS_MS);
    expect(session).toMatchObject({ ending: true, answer: { complete: true } });
  });

  it('is silent if it has only spaces', async () => {
    const { words } = await answer({ reply: '   ' });

    expect(words).toContain(SORRY);
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeConversation } from '../../../lambdas/conversation/handle-frame.ts';
import { messageWorker } from '../../../lambdas/conversation/message.ts';
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { requestAheadKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTable } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';
import { aheadConversation, PlayedModel } from './ahead-world.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  stubVariables(messageWorker.variables ?? []);
  ({ table, close } = await openTable());
});

afterAll(() => close());

/** Waits until the model was asked this number of times. */
const untilAsked = (model: PlayedModel, times: number) =>
  vi.waitFor(() => expect(model.asked.length).toBeGreaterThanOrEqual(times), 20_000);

describe('an answer that is asked ahead', () => {
  it('is neither heard nor stored before the words are final, and then spoken without another request', async () => {
    const { partial, final, model, said, transcript, sent } = await aheadConversation(table);

    const held = partial('at three please');
    await untilAsked(model, 1);
    model.asked[0]?.answer('That is free. ', 'May I have your name?');
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    await Promise.all([final('At three, please.'), held]);

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(said()).toBe('That is free. May I have your name?');
    expect(await transcript()).toEqual(['At three, please.', '(That is free. May I have your name?)']);
    expect(model.asked.map(({ words }) => words)).toEqual(['at three please']);
    expect(sent.at(-1)).toMatchObject({ last: true });
  });

  it('is spoken from its first clause while the model still writes', async () => {
    const { partial, final, model, said } = await aheadConversation(table);

    const held = partial('at three');
    await untilAsked(model, 1);
    model.asked[0]?.begin('That day is free. ');
    await final('At three.');
    await vi.waitFor(() => expect(said()).toBe('That day is free. '), 20_000);
    model.asked[0]?.answer('What is your name?');
    await held;

    expect(said()).toBe('That day is free. What is your name?');
  });

  it('is dropped if the final words differ in one word, and its tokens are counted', async () => {
    const { partial, final, model, said, transcript, stored, meters } = await aheadConversation(table);

    const held = partial('at three');
    await untilAsked(model, 1);
    model.asked[0]?.begin('Three is free. ');
    const answered = final('At four.');
    await untilAsked(model, 2);
    model.asked[1]?.answer('Four is taken.');
    await Promise.all([answered, held]);

    expect(model.asked.map(({ words }) => words)).toEqual(['at three', 'At four.']);
    expect(model.asked[0]?.isAborted).toBe(true);
    expect(said()).toBe('Four is taken.');
    expect(await transcript()).toEqual(['At four.', '(Four is taken.)']);
    const { ahead } = (await stored()) ?? {};
    expect(ahead?.speculative_tokens_in).toBeGreaterThan(10);
    expect(ahead?.speculative_tokens_out).toBeGreaterThan(0);
    expect(meters[0]?.speculativeTokensIn).toBe(ahead?.speculative_tokens_in);
    expect(meters[0]?.speculativeTokensOut).toBe(ahead?.speculative_tokens_out);
  });

  it('counts its tokens once, in the turn after it was dropped, and records when the last word was heard', async () => {
    const { partial, final, model, stored, send } = await aheadConversation(table);
    /** Answers the latest request, and returns the figures of the turn. */
    const figuresOf = async (words: string, before = model.asked.length) => {
      const answered = final(words);
      await untilAsked(model, before + 1);
      model.asked.at(-1)?.answer('Good.');
      await answered;
      const { answer } = (await stored())?.session ?? {};
      await send({ type: 'info', name: 'agentSpeaking', value: 'off' });
      return answer?.figures;
    };

    const held = partial('at three');
    await untilAsked(model, 1);
    const first = await figuresOf('At four.');
    await held;
    const second = await figuresOf('Yes.');
    const third = await figuresOf('No.');

    const { ahead } = (await stored()) ?? {};
    const dropped = (ahead?.speculative_tokens_in ?? 0) + (ahead?.speculative_tokens_out ?? 0);
    expect([first, second, third].map((figures) => figures?.tokens?.[3] ?? 0)).toEqual([0, dropped, 0]);
    expect(dropped).toBeGreaterThan(10);
    expect([first, second].map((figures) => typeof figures?.ms[0])).toEqual(['number', 'object']);
  });

  it('is requested again with further words, up to the agent’s maximum', async () => {
    const { partial, final, model, said } = await aheadConversation(table);

    const first = partial('I come');
    await untilAsked(model, 1);
    const second = partial('I come on Tuesday');
    await untilAsked(model, 2);
    const third = partial('I come on Tuesday or so');
    await Promise.all([first, second]);
    const answered = final('I come on Tuesday or so.');
    await untilAsked(model, 3);
    model.asked[2]?.answer('Good.');
    await Promise.all([answered, third]);

    expect(model.asked.map(({ words }) => words)).toEqual([
      'I come',
      'I come on Tuesday',
      'I come on Tuesday or so.',
    ]);
    expect(said()).toBe('Good.');
  });

  it('may be requested up to the maximum again in the next turn', async () => {
    const { partial, final, model, send } = await aheadConversation(table, {
      settings: { turn_taking: { ask_ahead: true, requests_ahead: 1 } },
    });

    for (const words of ['one two three', 'four five six']) {
      const before = model.asked.length;
      const held = partial(words);
      await untilAsked(model, before + 1);
      model.asked[before]?.answer('Yes.');
      await Promise.all([final(words), held]);
      await send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    }

    expect(model.asked.map(({ words }) => words)).toEqual(['one two three', 'four five six']);
  });

  it('is requested only when no further words come for 300 ms, and once for a repeated frame', async () => {
    const { partial, final, model } = await aheadConversation(table);

    const times = { stableMs: 300 };
    const earlier = ['I', 'I come', 'I come on'].map((words) => partial(words, { times }));
    const held = [1, 2].map(() => partial('I come on Tuesday', { times }));
    await untilAsked(model, 1);
    model.asked[0]?.answer('Good.');
    await Promise.all([final('I come on Tuesday'), ...earlier, ...held]);

    expect(model.asked.map(({ words }) => words)).toEqual(['I come on Tuesday']);
  });

  it('runs a tool only when the words are final', async () => {
    const press = { id: newId(), user_id: newId(), type: 'action_dtmf', config: {} } as const;
    const conversation = await aheadConversation(table, { actions: [press] });
    const { partial, final, model, sent, transcript } = conversation;

    const held = partial('press one');
    await untilAsked(model, 1);
    const [tool] = model.asked[0]?.request.tools ?? [];
    model.asked[0]?.answer({
      kind: 'tool',
      call: { id: 'call_1', name: tool?.name ?? '', arguments: '{"digits":"1"}' },
    });
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    await Promise.all([final('Press one.'), held]);

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(sent.filter(({ type }) => type === 'sendDigits')).toEqual([{ type: 'sendDigits', digits: '1' }]);
    expect(await transcript()).toEqual(['Press one.', 'action_dtmf']);
  });

  it('is not requested by an agent that does not ask ahead', async () => {
    const { partial, final, model } = await aheadConversation(table, { settings: { turn_taking: null } });

    await partial('at three');
    const answered = final('At three.');
    await untilAsked(model, 1);
    model.asked[0]?.answer('Good.');
    await answered;

    expect(model.asked.map(({ words }) => words)).toEqual(['At three.']);
  });

  it('is stored nowhere in words', async () => {
    const { partial, final, model, connectionId } = await aheadConversation(table);

    const held = partial('my secret number is seven');
    await untilAsked(model, 1);
    model.asked[0]?.begin('Your secret is safe. ');
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: requestAheadKey(connectionId) }),
    );
    model.asked[0]?.answer('Bye.');
    await Promise.all([final('my secret number is seven'), held]);

    expect(JSON.stringify(Item)).not.toMatch(/secret|seven|safe/);
    expect(Item?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });
});

describe('asking ahead under faults', () => {
  it('is answered by the invocation of the final words if the other one died', async () => {
    const { partial, final, model, said, transcript } = await aheadConversation(table);

    const held = partial('at three', { crashesBeforeAnswer: true });
    held.catch(() => undefined);
    await untilAsked(model, 1);
    model.asked[0]?.begin('From the dead. ');
    const answered = final('At three.', { times: { adoptMs: 50 } });
    await untilAsked(model, 2);
    model.asked[1]?.answer('Alive.');
    await Promise.allSettled([answered, held]);

    expect(said()).toBe('Alive.');
    expect(await transcript()).toEqual(['At three.', '(Alive.)']);
  });

  it('answers once, whichever invocation is faster', async () => {
    const spoken = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const { partial, final, model, said } = await aheadConversation(table);
        const held = partial('at three');
        await untilAsked(model, 1);
        model.asked[0]?.answer('Good.');
        const answered = final('At three.', { times: { adoptMs: index * 3, pollMs: index % 4 } });
        const answerAll = setInterval(() => model.asked[1]?.answer('Good.'), 5);
        await Promise.all([answered, held]);
        clearInterval(answerAll);
        return said();
      }),
    );

    expect(spoken).toEqual(spoken.map(() => 'Good.'));
  });

  it('asks the caller again if the words never become final, and answers them if they do later', async () => {
    const { partial, final, model, said, watched, stored } = await aheadConversation(table, {
      settings: { turn_taking: { ask_ahead: true, requests_ahead: 2, longest_silence_ms: 600 } },
    });

    await partial('at three');
    const asked = said();
    const silences = watched.length;
    const answered = final('At three.');
    await untilAsked(model, 2);
    model.asked[1]?.answer('Good.');
    await answered;

    expect(asked).toBe(PHRASES.en.trouble);
    expect(silences).toBe(1);
    expect(model.asked[0]?.isAborted).toBe(true);
    expect(said()).toBe(`${PHRASES.en.trouble}Good.`);
    expect((await stored())?.turns).toMatchObject([
      { sender: 'human', text: 'at three', never_final: true },
      { sender: 'agent', text: PHRASES.en.trouble },
      { sender: 'human', text: 'At three.' },
    ]);
    expect((await stored())?.turns[2]).not.toHaveProperty('never_final');
  });

  it('says nothing about backchannels that never become final', async () => {
    const { partial, model, said } = await aheadConversation(table, {
      settings: { turn_taking: { ask_ahead: true, requests_ahead: 2, longest_silence_ms: 600 } },
    });

    await partial('mm-hm');

    expect([model.asked.length, said()]).toEqual([0, '']);
  });

  it('does not ask with words whose turn was handled before them', async () => {
    const { partial, final, model } = await aheadConversation(table);

    const answered = final('At three.');
    await untilAsked(model, 1);
    model.asked[0]?.answer('Good.');
    await answered;
    await partial('at three', { late: 60_000 });

    expect(model.asked).toHaveLength(1);
  });

  it('does not ask for a connection without a conversation', async () => {
    const { partial, model } = await aheadConversation(table, { session: { never_begun: true } });

    await partial('run the tool');

    expect(model.asked).toHaveLength(0);
  });

  it('does not ask while the agent speaks', async () => {
    const answer = { text: 'A long story.', complete: false, timestamp: new Date().toISOString() };
    const { partial, model } = await aheadConversation(table, { session: { answer } });

    await partial('stop it please');

    expect(model.asked).toHaveLength(0);
  });

  it('asks the model again if it failed ahead, before any fallback', async () => {
    const fallback = new PlayedModel();
    const { partial, final, model, said } = await aheadConversation(table, { fallback });

    const held = partial('at three');
    await untilAsked(model, 1);
    model.asked[0]?.fail(new Error('429'));
    await wait(30);
    const answered = final('At three.');
    await untilAsked(model, 2);
    model.asked[1]?.answer('Good.');
    await Promise.all([answered, held]);

    expect([said(), fallback.asked.length]).toEqual(['Good.', 0]);
  });

  it('stops at the end of the call, with none of it spoken or stored', async () => {
    const conversation = await aheadConversation(table, {
      settings: { turn_taking: { ask_ahead: true, requests_ahead: 2, longest_silence_ms: 2_000 } },
    });
    const { partial, model, said, transcript, connectionId } = conversation;

    const held = partial('at three');
    await untilAsked(model, 1);
    model.asked[0]?.answer('Good.');
    await closeConversation({ table, connectionId, now: () => new Date() });
    await held;

    expect([said(), await transcript()]).toEqual(['', []]);
  });
});

describe('a backchannel', () => {
  const answer = { text: 'This is a long story.', complete: true, timestamp: new Date().toISOString() };

  it('is not a turn while the agent speaks', async () => {
    const { final, model, transcript } = await aheadConversation(table, {
      session: { answer, tells_played: true, played: 7 },
    });

    await final('Uh-huh.');

    expect(model.asked).toHaveLength(0);
    expect(await transcript()).toEqual(['(This is a long story.)']);
  });

  it.each([
    ['all was spoken', { tells_played: true, played: answer.text.length }],
    ['the vendor does not tell what it spoke', {}],
    ['the vendor has not reported the last word yet', { tells_played: true, played: 14 }],
    [
      'most of a question was spoken',
      { answer: { ...answer, text: 'Are you the owner of it?' }, tells_played: true, played: 13 },
    ],
  ])('is a turn if %s', async (_, session) => {
    const spoken = { answer, ...session };
    const { final, model, transcript } = await aheadConversation(table, { session: spoken });

    const answered = final('Okay.');
    await untilAsked(model, 1);
    model.asked[0]?.answer('Good.');
    await answered;

    expect(await transcript()).toEqual([spoken.answer.text, 'Okay.', '(Good.)']);
  });
});

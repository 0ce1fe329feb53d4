import { setTimeout as wait } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import { speculationKey } from '../../lambdas/conversation/store/keys.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { interposed } from '../support/table/interposed.ts';
import { PLAIN, PlayedModel, playedConversation, table, untilAsked } from './played-conversation.ts';

/** A vendor that reports final words after 600 ms of silence. */
const QUICK = { settings: { turn_taking: { ask_ahead: true, requests_ahead: 2, longest_silence_ms: 600 } } };

/** A table at which the first transaction waits until a test lets it continue or fail. */
function heldTable() {
  const { promise: isOpen, resolve: open, reject: fail } = Promise.withResolvers<void>();
  const held = vi.fn();
  const through = interposed(table, async ({ input }) => {
    if (!input.TransactItems) return;
    held();
    await isOpen;
  });
  const untilHeld = () => vi.waitFor(() => expect(held).toHaveBeenCalled(), 20_000);
  return { through, open, fail, untilHeld };
}

describe('a speculation on partial words', () => {
  it('is neither heard nor stored before the words are final, and then spoken without another request', async () => {
    const { partial, final, model, spokenText, transcript, sent } = await playedConversation();

    const held = partial('at three please');
    await untilAsked(model, 1);
    model.requests[0]?.answer('That is free. ', 'May I have your name?');
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    await Promise.all([final('At three, please.'), held]);

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(spokenText()).toBe('That is free. May I have your name?');
    expect(await transcript()).toEqual(['At three, please.', '(That is free. May I have your name?)']);
    expect(model.requests.map(({ words }) => words)).toEqual(['at three please']);
    expect(sent.findLast(({ type }) => type === 'text')).toMatchObject({ last: true });
  });

  it('is dropped if the final words differ in one word, and the next turn counts its tokens as wasted', async () => {
    const { partial, answered, model, spokenText, stored, send } = await playedConversation();
    /** Answers final words with the latest request. Returns the figures of the turn. */
    const figuresOf = async (words: string) => {
      await answered(words, [`Good: ${words} `]);
      const { answer } = (await stored())?.session ?? {};
      await send({ type: 'info', name: 'agentSpeaking', value: 'off' });
      return answer?.figures;
    };

    const held = partial('at three');
    await untilAsked(model, 1);
    model.requests[0]?.begin('Three is free. ');
    const first = await figuresOf('At four.');
    await held;
    const others = [await figuresOf('Yes.'), await figuresOf('No.')];

    expect(model.requests.map(({ words }) => words)).toEqual(['at three', 'At four.', 'Yes.', 'No.']);
    expect(model.requests[0]?.isAborted).toBe(true);
    expect(spokenText()).not.toContain('Three is free.');
    const dropped = (await stored())?.speculation?.dropped_tokens;
    expect(dropped).toBeGreaterThan(10);
    expect([first, ...others].map((figures) => figures?.tokens?.[3] ?? 0)).toEqual([0, dropped, 0]);
    expect([first, ...others].map((figures) => typeof figures?.ms[0])).toEqual([
      'number',
      'object',
      'object',
    ]);
  });

  it('is requested only when no further words come for 300 ms, and once for a repeated frame', async () => {
    const { partial, final, model } = await playedConversation();

    const times = { stableMs: 300 };
    const earlier = ['I', 'I come', 'I come on'].map((words) => partial(words, { times }));
    const held = [1, 2].map(() => partial('I come on Tuesday', { times }));
    await untilAsked(model, 1);
    model.requests[0]?.answer('Good.');
    await Promise.all([final('I come on Tuesday'), ...earlier, ...held]);

    expect(model.requests.map(({ words }) => words)).toEqual(['I come on Tuesday']);
  });

  it('runs a tool only when the words are final', async () => {
    const press = { id: newId(), user_id: newId(), type: 'action_dtmf', config: {} } as const;
    const conversation = await playedConversation({ actions: [press] });
    const { partial, final, model, sent, transcript } = conversation;

    const held = partial('press one');
    await untilAsked(model, 1);
    const [tool] = model.requests[0]?.request.tools ?? [];
    model.requests[0]?.answer({
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

  it('is stored nowhere in words', async () => {
    const { partial, final, model, connectionId } = await playedConversation();

    const held = partial('my secret number is seven');
    await untilAsked(model, 1);
    model.requests[0]?.begin('Your secret is safe. ');
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: speculationKey(connectionId) }),
    );
    model.requests[0]?.answer('Bye.');
    await Promise.all([final('my secret number is seven'), held]);

    expect(JSON.stringify(Item)).not.toMatch(/secret|seven|safe/);
    expect(Item?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });
});

describe('a speculation on partial words, under faults', () => {
  it('is answered by the invocation of the final words if the other one died', async () => {
    const { partial, final, model, spokenText, transcript } = await playedConversation();

    const held = partial('at three', { crashesBeforeAnswer: true });
    held.catch(() => undefined);
    await untilAsked(model, 1);
    model.requests[0]?.begin('From the dead. ');
    const answered = final('At three.', { times: { adoptMs: 50 } });
    await untilAsked(model, 2);
    model.requests[1]?.answer('Alive.');
    await Promise.allSettled([answered, held]);

    expect(spokenText()).toBe('Alive.');
    expect(await transcript()).toEqual(['At three.', '(Alive.)']);
  });

  it('asks the contact again if the words never become final, and answers them if they do later', async () => {
    const { partial, answered, model, spokenText, watched, stored } = await playedConversation(QUICK);

    await partial('at three');
    const asked = spokenText();
    const silences = watched.length;
    await answered('At three.', ['Good.']);

    expect(asked).toBe(PHRASES.en.trouble);
    expect(silences).toBe(1);
    expect(model.requests[0]?.isAborted).toBe(true);
    expect(spokenText()).toBe(`${PHRASES.en.trouble}Good.`);
    expect((await stored())?.turns).toMatchObject([
      { sender: 'human', text: 'at three', never_final: true },
      { sender: 'agent', text: PHRASES.en.trouble },
      { sender: 'human', text: 'At three.' },
    ]);
    expect((await stored())?.turns[2]).not.toHaveProperty('never_final');
  });

  it('asks the contact again although the silence check that follows cannot be scheduled', async () => {
    const { partial, spokenText } = await playedConversation(QUICK);

    const unfinished = partial('at three', { fails: 'queue' });

    await expect(unfinished).rejects.toThrow('The queue is gone.');
    expect(spokenText()).toBe(PHRASES.en.trouble);
  });

  it('asks the model again if it failed before the words were final, before any fallback', async () => {
    const fallback = new PlayedModel();
    const { partial, answered, model, spokenText } = await playedConversation({ fallback });

    const held = partial('at three');
    await untilAsked(model, 1);
    model.requests[0]?.fail(new Error('429'));
    await wait(30);
    await answered('At three.', ['Good.']);
    await held;

    expect([spokenText(), fallback.requests.length]).toEqual(['Good.', 0]);
  });
});

describe('a speculation on final words', () => {
  it('is sent before the words are stored, and its answer is neither heard nor stored until they are', async () => {
    const { final, model, sent, spokenText, transcript } = await playedConversation(PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.requests[0]?.answer('That is free. ', 'May I have your name?');
    await untilHeld();
    await wait(50);
    const before = { sent: [...sent], transcript: await transcript() };
    open();
    await answered;

    expect(before).toEqual({ sent: [], transcript: [] });
    expect(spokenText()).toBe('That is free. May I have your name?');
    expect(await transcript()).toEqual(['At three.', '(That is free. May I have your name?)']);
    expect(model.requests.map(({ words }) => words)).toEqual(['At three.']);
  });

  it.each([
    ['the call has ended before the words were stored', true],
    ['the words cannot be stored', false],
  ])('is broken off, unheard, when %s', async (_, isStorable) => {
    const { final, model, spokenText, transcript, close } = await playedConversation(PLAIN);
    const { through, open, fail, untilHeld } = heldTable();

    const answered = final('At three.', { through }).catch(() => 'failed');
    await untilAsked(model, 1);
    model.requests[0]?.begin('That is free. ');
    await untilHeld();
    if (isStorable) await close();
    if (isStorable) open();
    else fail(new Error('The table is gone.'));

    expect(await answered).toBe(isStorable ? undefined : 'failed');
    expect([spokenText(), await transcript()]).toEqual(['', []]);
    expect(model.requests.map(({ isAborted }) => isAborted)).toEqual([true]);
  });

  it('is replaced by another request when the conversation went on meanwhile, and its tokens count as wasted in the turn', async () => {
    const {
      final,
      answered: overtakenBy,
      model,
      spokenText,
      transcript,
      stored,
    } = await playedConversation(PLAIN);
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.requests[0]?.begin('Three is free. ');
    await untilHeld();
    await overtakenBy('Good morning.', ['Hello.']);
    open();
    await untilAsked(model, 3);
    model.requests[2]?.answer('Three it is.');
    await answered;

    expect(model.requests.map(({ isAborted }) => isAborted)).toEqual([
      true,
      expect.anything(),
      expect.anything(),
    ]);
    expect(model.requests[2]?.request.messages.map(({ content }) => content)).toContain('Good morning.');
    expect(spokenText()).toBe('Hello.Three it is.');
    expect(await transcript()).toEqual(['Good morning.', 'Hello.', 'At three.', '(Three it is.)']);
    const { figures } = (await stored())?.session.answer ?? {};
    expect(figures?.tokens?.[3]).toBeGreaterThan(10);
    expect(model.requests).toHaveLength(3);
  });

  it('counts as a failure of the turn if it fails: the fallback answers, and the model is not asked twice', async () => {
    const fallback = new PlayedModel();
    const { final, model, spokenText } = await playedConversation({ ...PLAIN, fallback });
    const { through, open, untilHeld } = heldTable();

    const answered = final('At three.', { through });
    await untilAsked(model, 1);
    model.requests[0]?.fail(new Error('500'));
    await untilHeld();
    open();
    await untilAsked(fallback, 1);
    fallback.requests[0]?.answer('Good.');
    await answered;

    expect([spokenText(), model.requests.length]).toEqual(['Good.', 1]);
  });
});

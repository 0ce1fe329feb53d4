// An invocation that fails after it has stored the contact's words.
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { turnLostAt } from '../../lambdas/conversation/apologize.ts';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import { interposed } from '../support/table/interposed.ts';
import { PLAIN, playedConversation, table, untilAsked } from './played-conversation.ts';

const { trouble } = PHRASES.en;

/** A table that refuses some requests; without `refuses`, those that store an answer. */
const failingTable = (refuses = (command: unknown): boolean => command instanceof UpdateCommand) =>
  interposed(table, (command) => {
    if (refuses(command)) throw new Error('The table is gone.');
  });

describe('words whose answer fails', () => {
  it('are asked for again, and a silence check follows', async () => {
    const { final, spokenText, transcript, watched } = await playedConversation({
      ...PLAIN,
      session: { out_of_tokens: true },
    });
    const before = Date.now();

    const answered = final('At three.', { through: failingTable() });

    await expect(answered).rejects.toThrow('The table is gone.');
    expect(spokenText()).toBe(trouble);
    expect(await transcript()).toEqual(['At three.', `(${trouble})`]);
    expect(watched).toHaveLength(1);
    expect(watched[0]?.getTime()).toBeGreaterThan(before + 1_000);
  });

  it('are asked for again if the invocation that adopted them cannot read them', async () => {
    const { partial, final, model, spokenText, watched } = await playedConversation();
    let isBroken = false;
    const through = failingTable((command) => isBroken && command instanceof QueryCommand);

    const held = partial('at three', { through }).catch((error: unknown) => error);
    await untilAsked(model);
    isBroken = true;
    await final('At three.');

    expect(await held).toEqual(new Error('The table is gone.'));
    expect(spokenText()).toBe(trouble);
    expect(watched).toHaveLength(1);
  });
});

describe('a frame whose invocation died', () => {
  const LOST = { message: 'Internal server error', connectionId: 'Wg=', requestId: 'Xg=' };
  const KEYS = { terminator: '#' as const, timeout_seconds: 3, max_length: 8 };
  const AT = new Date().toISOString();
  const VOICEMAIL = { steps: [{ answered_by: 'voicemail', at: AT, from: 'words' }] };
  type Played = Awaited<ReturnType<typeof playedConversation>>;
  const answer = { text: 'That is', complete: false, timestamp: new Date().toISOString() };

  const lost = (played: Played, wait: () => Promise<unknown> = async () => {}, frame: object = LOST) =>
    played.send(
      { type: 'error', description: `Invalid message received: ${JSON.stringify(frame)}` },
      { wait: async () => void (await wait()) },
    );

  it.each<[string, string, ((played: Played) => Promise<unknown>)?, object?, object?]>([
    ['is asked for if nobody speaks', trouble],
    [
      'is not missed if its words are said again',
      'Gladly.',
      ({ answered }) => answered('At three.', ['Gladly.']),
    ],
    ['is not missed while the agent speaks', '', async () => {}, { answer }],
    ['is not missed if keys are pressed', '', ({ send }) => send({ type: 'dtmf', digit: '1' })],
    ['is not missed while a voicemail greets', '', async () => {}, { answerer: VOICEMAIL }],
    ['is not missed if another message was wrong', '', async () => {}, {}, { type: 'unknown' }],
  ])('%s', async (_, words, meanwhile = async () => {}, session = {}, frame = LOST) => {
    const settings = { ...PLAIN.settings, dtmf_input: KEYS };
    const played = await playedConversation({ settings, session });

    await lost(played, () => meanwhile(played), frame);

    expect(played.spokenText()).toBe(words);
  });

  it('is asked for after an answer that was played', async () => {
    const played = await playedConversation(PLAIN);
    await played.answered('At three.', ['Gladly.']);
    await played.send({ type: 'info', name: 'agentSpeaking', value: 'off' });

    await lost(played);

    expect(played.spokenText()).toBe(`Gladly.${trouble}`);
  });

  it.each([
    ['is asked for if it was answering', 'Xg=', '', trouble],
    [
      'is asked for if it was saying the answer',
      'Xg=',
      'That is easy to say. ',
      `That is easy to say. ${trouble}`,
    ],
    ['is not missed if another one is answering', 'Yg=', '', ''],
  ])('%s', async (_, frameId, before, words) => {
    const played = await playedConversation(PLAIN);
    const { model, final, spokenText, watched } = played;
    void final('What time is it?', { frameId });
    await untilAsked(model);
    model.requests[0]?.begin(`${before}It is`);
    await vi.waitFor(() => expect(spokenText()).toBe(before));
    await lost(played);

    expect(spokenText()).toBe(words);
    expect(watched).toHaveLength(words === '' ? 0 : 1);
  });

  it('is not missed if the contact is still speaking', async () => {
    const played = await playedConversation();
    const { partial, model, final } = played;
    let held: Promise<unknown> | undefined;

    await lost(played, () => {
      held = partial('at three');
      return untilAsked(model);
    });

    expect(played.spokenText()).toBe('');
    model.requests[0]?.answer('Gladly.');
    await Promise.all([final('At three.'), held]);
  });
});

describe('the greeting of a voicemail', () => {
  const GREETING = 'Please leave a message after the tone.';

  it('does not count as lost words while its beep is awaited', async () => {
    const { final, stored } = await playedConversation({
      ...PLAIN,
      session: { leaves_message: true },
    });

    await final(GREETING);

    const { session, turns } = (await stored()) ?? {};
    expect(turns?.at(-1)).toMatchObject({ text: GREETING });
    expect(session && turnLostAt(session, turns?.at(-1))).toBeUndefined();
  });

  it('gets no apology if the wait for its beep fails', async () => {
    const { final, spokenText } = await playedConversation({
      ...PLAIN,
      session: { leaves_message: true },
    });

    const heard = final(GREETING, { fails: 'queue' });

    await expect(heard).rejects.toThrow('The queue is gone.');
    expect(spokenText()).toBe('');
  });
});

// Requests not to be called again, which the service obeys without a model, and what is said before all else.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openingDelay, openingWords } from '../../lambdas/calls/model/opening.ts';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../lambdas/calls/store/finish-call.ts';
import { loadConsents } from '../../lambdas/consents/store/consents.ts';
import { owedDisclosure } from '../../lambdas/conversation/model/disclosure.ts';
import { PHRASES } from '../../lambdas/conversation/model/phrases.ts';
import type { SpokenTurn } from '../../lambdas/conversation/model/session.ts';
import { loadEntry } from '../../lambdas/do-not-call/store/entries.ts';
import { interposed } from '../support/table/interposed.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { PLAIN, playedConversation, table, untilAsked } from './played-conversation.ts';

const SENTENCE = PHRASES.en.not_called_again;

/** A conversation whose call is stored. */
async function talking(plan: Parameters<typeof playedConversation>[0] = {}, call = {}) {
  const played = await playedConversation({ ...PLAIN, ...plan });
  const { session } = (await played.stored())!;
  const { user_id, call_id: id } = session;
  const from = { user_id, id, status: 'in_progress' as const, connection_id: played.connectionId };
  await insertCall(table, storedCall({ ...from, start_time: '2026-01-01T00:00:04.000Z', ...call }));
  const number = '+15550002222';
  return {
    ...played,
    call: () => loadCall(table, { userId: user_id, callId: id }),
    end: (now: Date) => finishCall(table, { userId: user_id, callId: id }, { transition: 'end', now }),
    entry: () => loadEntry(table, user_id, number),
    consents: () => loadConsents(table, user_id, number),
    id,
  };
}

describe('a contact who asks not to be called again', () => {
  it('is listed during the call, told so, and the call ends without a model', async () => {
    const talk = await talking();

    await talk.final('Hello? Please stop calling me.');
    await talk.send({ type: 'info', name: 'agentSpeaking', value: 'off' });

    expect(talk.model.requests).toEqual([]);
    expect(talk.spokenText()).toBe(SENTENCE);
    expect(talk.sent.at(-1)).toMatchObject({ type: 'end' });
    expect(await talk.entry()).toMatchObject({ call_id: talk.id });
    expect(await talk.consents()).toMatchObject([
      { type: 'withdrawn', purpose: null, words: 'Hello? Please stop calling me.', call_id: talk.id },
    ]);
    expect(await talk.call()).toMatchObject({ do_not_call_result: true });
  });

  it('does so by a key, which another key is not', async () => {
    const talk = await talking({ settings: { stop_key: '9' } });

    await talk.send({ type: 'dtmf', digit: '5' });
    expect(await talk.entry()).toBeUndefined();
    await talk.send({ type: 'dtmf', digit: '9' });

    expect(talk.spokenText()).toBe(SENTENCE);
    expect(await talk.entry()).toBeDefined();
  });

  it('says one word in a call that advertises, and more in any other', async () => {
    const [marketing, other] = [await talking({ session: { is_marketing: true } }), await talking()];

    await marketing.final('Stop.');
    const answering = other.final('Stop.');
    await untilAsked(other.model);
    other.model.requests[0]?.answer('Stop what?');
    await answering;

    expect([marketing.spokenText(), other.spokenText()]).toEqual([SENTENCE, 'Stop what?']);
    expect(await other.entry()).toBeUndefined();
  });

  it('has no words stored of a HIPAA-compliant call', async () => {
    const talk = await talking({ session: { hipaa_compliant: true } });

    await talk.final('Stop calling me.');

    expect(await talk.consents()).toMatchObject([{ type: 'withdrawn', words: '' }]);
  });

  it('is listed and told so although they speak on meanwhile', async () => {
    const talk = await talking();
    let isFirst = true;
    const through = interposed(table, async ({ input }) => {
      if (!isFirst || !JSON.stringify(input.TransactItems ?? '').includes('withdrawn')) return;
      isFirst = false;
      await talk.final('Do you hear me?');
    });

    await talk.final('Stop calling me.', { through });
    await talk.send({ type: 'info', name: 'agentSpeaking', value: 'off' });

    expect(talk.model.requests).toEqual([]);
    expect(talk.spokenText()).toBe(SENTENCE);
    expect(talk.sent.at(-1)).toMatchObject({ type: 'end' });
    expect((await talk.entry())?.call_id).toBe(talk.id);
  });
});

describe('a disclosure', () => {
  const disclosure = 'This is a machine of ${company}.';
  const settings = { ...storedCall().settings, disclosure, initial_message_delay: 5 };
  const call = storedCall({ settings, context: { company: 'Example Ltd' } });
  const told = 'This is a machine of Example Ltd.';

  it('comes before the greeting, at once, and again after a transfer', () => {
    const greeting = { ...call, agent: { ...call.agent, initial_message: 'Hello.' } };
    const connection_id = randomUUID();
    const returning = { ...call, connection_id, returning_from: connection_id };

    expect([openingWords(call), openingWords(greeting)]).toEqual([told, `${told} Hello.`]);
    expect(openingWords(returning)).toBe(`${told} ${PHRASES.en.unreachable}`);
    expect(openingDelay(call)).toBe(0);
  });

  it('is logged with its time, and whether it was heard to its end', async () => {
    const answer = { text: `${told} Hello.`, complete: true, timestamp: '2026-01-01T00:00:05.000Z' };
    const session = { answer, context: { company: 'Example Ltd' }, reports_playback: true };
    const [heard, cut] = [
      await talking({ settings: { disclosure }, session }),
      await talking({ settings: { disclosure }, session: { ...session, played_characters: 9 } }),
    ];

    await heard.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    await heard.end(new Date('2026-01-01T00:01:00.000Z'));
    await cut.end(new Date('2026-01-01T00:00:05.500Z'));

    const at = '2026-01-01T00:00:05.000Z';
    expect((await heard.call())?.disclosures).toEqual([{ at, complete: true, words: told }]);
    expect((await cut.call())?.disclosures).toEqual([{ at, complete: false, words: told }]);
  });

  it('was not heard to its end by a contact who speaks over it and hangs up', async () => {
    const timestamp = new Date().toISOString();
    const answer = { text: `${told} Hello.`, complete: true, timestamp };
    const session = { answer, context: { company: 'Example Ltd' }, reports_playback: true };
    const talk = await talking({ settings: { disclosure }, session });

    await talk.final('Stop calling me.');
    await talk.end(new Date());

    const said = { at: timestamp, complete: false, words: told };
    expect([(await talk.call())?.disclosures, (await talk.entry())?.call_id]).toEqual([[said], talk.id]);
  });

  it('comes again after half an hour', () => {
    const session = { ...sessionOf(call), turns: 1 };
    const at = new Date('2026-01-01T00:00:05.000Z');
    const turns = [{ sender: 'agent', text: `${told} Hello.`, timestamp: at.toISOString() } as SpokenTurn];
    const owedAfter = (minutes: number) =>
      owedDisclosure({ session, turns }, new Date(at.getTime() + minutes * 60_000));

    expect([owedAfter(29), owedAfter(30)]).toEqual([undefined, told]);
  });
});

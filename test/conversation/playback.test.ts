import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { sessionKey } from '../../lambdas/conversation/store/keys.ts';
import { interposed } from '../support/table/interposed.ts';
import { duringPauseAfterReading } from '../support/table/pause-after-reading.ts';
import { playedConversation, table } from './played-conversation.ts';

/** Milliseconds for which a hang-up waits for a report, at least. */
const REPORT_LATE_MS = 40;

/** A conversation with an answer that the contact hears; `changes` are further fields of its session. */
async function answering(text: string, changes: object = {}) {
  const answer = { text, complete: true, timestamp: '2026-05-04T12:00:00.000Z' };
  const { connectionId, send, transcript, close } = await playedConversation({
    session: { answer, ...changes },
  });
  return {
    key: sessionKey(connectionId),
    reportPlayed: (value: string, frameId?: string) =>
      send({ type: 'info', name: 'tokensPlayed', value }, { frameId }),
    close,
    transcript,
  };
}

describe('a text that the vendor reports as played', () => {
  const SALES = 'One moment, I choose sales for you.';

  it.each([
    ['counts', SALES, ['One moment,'], 'One moment,'],
    ['counts with the words before it, whose report is lost', SALES, ['I choose '], 'One moment, I choose'],
    ['does not count if it is keys that the agent pressed', SALES, ['ww1234567890#', 'One'], 'One'],
    [
      'counts if it is a number in the answer',
      'Your code is 4711 and no other.',
      ['Your code is ', '4711'],
      'Your code is 4711',
    ],
  ])('%s', async (_, text, pieces, heard) => {
    const conversation = await answering(text);
    for (const piece of pieces) await conversation.reportPlayed(piece);
    await conversation.close();

    expect(await conversation.transcript()).toEqual([heard]);
  });

  it('does not count twice if a response of the table is lost, so that its write is repeated', async () => {
    const { reportPlayed, transcript, close } = await answering('No, no, thanks.');

    for (const frameId of ['first', 'first']) await reportPlayed('No, ', frameId);
    await close();

    expect(await transcript()).toEqual(['No,']);
  });

  it('counts as heard if its report is handled after the hang-up, which may arrive first', async () => {
    const conversation = await answering('All is well.', { reports_playback: true });

    const waitedMs = await duringPauseAfterReading(table, conversation.key, {
      work: conversation.close,
      meanwhile: () => conversation.reportPlayed('All is well.'),
    });

    expect(waitedMs).toBeGreaterThanOrEqual(REPORT_LATE_MS);
    expect(await conversation.transcript()).toEqual(['All is well.']);
  });
});

describe('the end of the agent’s speech', () => {
  const GOODBYE = { text: 'Goodbye.', complete: true, timestamp: new Date().toISOString() };

  it('waits for the interruption that caused it, however late its frame is handled', async () => {
    const answer = { text: 'We deliver until ten.', complete: true, timestamp: new Date().toISOString() };
    const { connectionId, send, transcript } = await playedConversation({
      session: { answer, reports_playback: true },
    });

    const read = vi.fn();
    const through = interposed(table, ({ input }) => {
      if ('Key' in input && isDeepStrictEqual(input.Key, sessionKey(connectionId))) read();
    });
    const silent = send({ type: 'info', name: 'agentSpeaking', value: 'off' }, { through });
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), 20_000);
    await send({ type: 'interrupt', utteranceUntilInterrupt: 'We deliver' });
    await silent;

    expect(await transcript()).toEqual(['We deliver']);
  });

  it('ends a call to which the agent has said goodbye', async () => {
    const { send, sent } = await playedConversation({ session: { answer: GOODBYE, ending: true } });

    await send({ type: 'info', name: 'agentSpeaking', value: 'off' });

    expect(sent).toEqual([{ type: 'end', handoffData: '' }]);
  });
});

describe('a backchannel', () => {
  const answer = { text: 'This is a long story.', complete: true, timestamp: new Date().toISOString() };

  it('is not a turn while the agent speaks', async () => {
    const { final, model, transcript } = await playedConversation({
      session: { answer, reports_playback: true, played_characters: 7 },
    });

    await final('Uh-huh.');
    await final('Thank you.');

    expect(model.requests).toHaveLength(0);
    expect(await transcript()).toEqual(['(This is a long story.)']);
  });

  it('is a turn if all was spoken', async () => {
    const { answered, transcript } = await playedConversation({
      session: { answer, reports_playback: true, played_characters: answer.text.length },
    });

    await answered('Okay.', ['Good.']);

    expect(await transcript()).toEqual([answer.text, 'Okay.', '(Good.)']);
  });
});

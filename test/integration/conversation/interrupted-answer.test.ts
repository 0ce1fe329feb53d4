import { describe, expect, it } from 'vitest';
import { Speech } from '../../../lambdas/conversation/speech.ts';
import { TurnTimes } from '../../../lambdas/conversation/turns/turn-times.ts';
import { getSession } from '../../../lambdas/store/conversations/conversations.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { playedConversation } from './played-conversation.ts';

const FIRST = 'There once was a king, ';
const SECOND = 'who had three daughters, ';

const table = await tableOfFile();

/** An answer that is being spoken, and what its callee does. */
async function speaking() {
  const conversation = await playedConversation(table);
  const { connectionId } = conversation;
  const session = await getSession(table, connectionId);
  if (!session) throw new Error('There is no conversation.');
  const sent: string[] = [];
  /** What was stored of the answer when each clause was sent. */
  const storedBefore: (string | undefined)[] = [];
  const stored = async () => (await getSession(table, connectionId))?.answer?.text;
  const send = async (frame: object) => {
    storedBefore.push(await stored());
    if ('token' in frame) sent.push(String(frame.token));
    return true;
  };
  const now = () => new Date();
  const times = new TurnTimes(now(), now);
  return {
    speech: new Speech({ table, connectionId, connection: { send }, now, session, times }),
    sent,
    storedBefore,
    stored,
    interrupt: (utteranceUntilInterrupt: string) =>
      conversation.send({ type: 'interrupt', utteranceUntilInterrupt }),
  };
}

describe('an answer that is being spoken', () => {
  it('sends no further clause after the callee interrupted', async () => {
    const { speech, sent, stored, interrupt } = await speaking();
    await speech.take(FIRST);
    await expect.poll(stored).toBe(FIRST);

    await interrupt('There once was');
    await speech.take(SECOND);

    expect(sent).toEqual([FIRST]);
    expect(speech.interrupted.aborted).toBe(true);
  });

  it('sends each clause but the first after it was stored', async () => {
    const { speech, sent, storedBefore } = await speaking();

    await speech.take(FIRST);
    await speech.take(SECOND);
    await speech.take('and no son. ');

    expect(sent).toEqual([FIRST, SECOND, 'and no son. ']);
    expect(storedBefore.slice(1)).toEqual([FIRST + SECOND, `${FIRST}${SECOND}and no son. `]);
  });

  it('sends its first clause without waiting for the table', async () => {
    const { speech, sent } = await speaking();
    const written = Promise.withResolvers<void>();
    const hold = { step: 'initialize', name: 'held' } as const;
    table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (request) => {
          if (commandName === 'UpdateCommand' || commandName === 'UpdateItemCommand') await written.promise;
          return next(request);
        },
      hold,
    );

    try {
      await speech.take(FIRST);

      expect(sent).toEqual([FIRST]);
    } finally {
      table.client.middlewareStack.remove('held');
      written.resolve();
    }
  });
});

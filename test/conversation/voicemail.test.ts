import { describe, expect, it } from 'vitest';
import { dueTurnWorker, handler } from '../../lambdas/calls/relay/due-turn.ts';
import { tableStore } from '../../lambdas/conversation/store/conversations.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { queueOfFile } from './queue-of-file.ts';

// A message for a voicemail that fails on the way.

const MESSAGE = 'Hello Anna, your order is here. Goodbye.';
const { table, queued, later, ...queue } = await queueOfFile(dueTurnWorker, handler);

/** A conversation with a machine whose greeting is over. */
async function reached(): Promise<string> {
  const call = storedCall({ on_no_human_answer: 'leave_message' });
  const { connectionId } = await queue.converse(
    { leaves_message: true },
    { voicemail_message: MESSAGE },
    call,
  );
  return connectionId;
}

/** Receives the queue's message about a voicemail. */
const take = (connection_id: string, attempt = 1) =>
  queue.receive({ connection_id, of: 'voicemail', generation: 0 }, attempt);

const spoken = { type: 'text', token: MESSAGE, interruptible: false };

describe('a message for a voicemail', () => {
  it('is left again if sending it fails, once the vendor must have reported it as played', async () => {
    const connectionId = await reached();

    queued.fails = 'frames';
    const outcomes = [await take(connectionId)];
    queued.fails = undefined;
    later(2);
    outcomes.push(await take(connectionId, 2));
    const early = [...queued.frames];
    later(3);
    outcomes.push(await take(connectionId, 3));

    expect(outcomes).toEqual(['kept', 'kept', 'done']);
    expect(queued.waits).toEqual([2, 3]);
    expect(early).toEqual([]);
    expect(queued.frames).toEqual([expect.objectContaining(spoken)]);
  });

  it('is not left again by a second attempt if the vendor has played some of it', async () => {
    const connectionId = await reached();
    await take(connectionId);
    await tableStore(table, connectionId).addPlayed({ words: 'Hello', frameId: 'report' });

    const outcome = await take(connectionId, 2);

    expect(outcome).toBe('done');
    expect(queued.frames).toEqual([expect.objectContaining(spoken)]);
  });

  it('has a silence check before it is written, in case its invocation dies', async () => {
    const connectionId = await reached();

    queued.fails = 'frames';
    await take(connectionId);

    expect(queued.sent).toEqual([expect.objectContaining({ generation: 1 })]);
  });
});

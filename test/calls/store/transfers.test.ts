import { describe, expect, it } from 'vitest';
import { connectCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import {
  acceptTransfer,
  endAttempt,
  keepWhisper,
  startTransfer,
} from '../../../lambdas/calls/store/transfers.ts';
import { newCallIn, type storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const ACTION = '01890a5d-ac96-774b-bcce-b302099a8021';
const [FIRST, SECOND] = ['+15550000001', '+15550000002'];

/** A call whose first number rings, as it was read then. */
async function ringing(overrides: Parameters<typeof storedCall>[0] = {}) {
  const { key } = await newCallIn(table, { dialing_at: now.toISOString(), ...overrides });
  await connectCall(table, key, { sid: 'CA1', now });
  const read = async () => {
    const found = await loadCall(table, key);
    if (!found) throw new Error('The call is gone.');
    return found;
  };
  const start = { actionId: ACTION, sessionId: 'VX1', asks: true, now, until: now };
  const numbers = { refused: [], next: FIRST };
  const begun = await startTransfer(table, await read(), { ...start, numbers });
  return { key, read, begun, repeat: async () => startTransfer(table, await read(), { ...start, numbers }) };
}

const failed = { sid: 'CA2', status: 'no-answer', now, outcome: 'failed', reason: 'no_answer' } as const;

describe('a transfer', () => {
  it('is accepted, or continues with the next number, but not both', async () => {
    for (let time = 0; time < 10; time++) {
      const { read } = await ringing();
      const call = await read();

      const [isTaken, isOver] = await Promise.all([
        acceptTransfer(table, call, { sid: 'CA2', now }),
        endAttempt(table, call, { ...failed, numbers: { refused: [], next: SECOND } }),
      ]);

      const { transfer, transfer_attempts, stage } = await read();
      expect(isTaken).not.toBe(isOver);
      expect(transfer_attempts).toHaveLength(isTaken ? 1 : 2);
      expect(transfer).toMatchObject(isTaken ? { attempt: 0, verdict: 'accepted' } : { attempt: 1 });
      expect(stage).toBe(isTaken ? 'transfer_successful' : 'transfer_started');
    }
  });

  it('returns the callee to the former conversation if no number can be called', async () => {
    const { read } = await ringing({ connection_id: 'a' });
    await endAttempt(table, await read(), { ...failed, numbers: { refused: [SECOND], next: undefined } });

    expect(await read()).toMatchObject({
      transfer: { state: 'failed', attempt: 1 },
      stage: 'picked_up',
      returning_from: 'a',
      transfer_attempts: [{ failure_reason: 'no_answer' }, { failure_reason: 'invalid_number' }],
    });
  });

  it('ends with its call, which deletes its whisper', async () => {
    const { key, read } = await ringing();
    const kept = await keepWhisper(table, await read(), 'Ada has a question.');
    const again = await keepWhisper(table, await read(), 'Something else.');
    const before = await read();
    await finishCall(table, key, { transition: 'end', now });
    const late = await keepWhisper(table, before, 'Ada has a question.');

    expect([kept, again, late]).toEqual([true, false, false]);
    expect(before.whisper).toEqual({ session_id: 'VX1', text: 'Ada has a question.' });
    const ended = await read();
    expect(ended).not.toHaveProperty('whisper');
    expect(ended).toMatchObject({
      transfer: { state: 'failed' },
      stage_outcome: 'transfer_unanswered',
      transfer_attempts: [{ phone_number: FIRST, failure_reason: 'caller_hung_up' }],
    });
  });

  it('is accepted before its call ends, or not at all', async () => {
    for (let time = 0; time < 10; time++) {
      const { key, read } = await ringing();
      const call = await read();

      const [isTaken] = await Promise.all([
        acceptTransfer(table, call, { sid: 'CA2', now }),
        finishCall(table, key, { transition: 'end', now }),
      ]);

      const { stage_outcome, transfer_attempts = [] } = await read();
      expect(stage_outcome).toBe(isTaken ? 'transfer_disconnected' : 'transfer_unanswered');
      expect(transfer_attempts[0]).toHaveProperty(isTaken ? 'connected_at' : 'failure_reason');
    }
  });
});

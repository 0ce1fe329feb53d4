import { XMLParser } from 'fast-xml-parser';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { transferInstructions } from '../../../lambdas/calls/callbacks/transfer/instructions.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { knownCall, USER } from '../../support/records.ts';

const ACTION = '0190a0a0-0000-7000-8000-00000000000a';
const START = new Date('2026-01-01T12:00:00.000Z');

afterAll(await startSecrets());
vi.stubEnv('CALLBACK_BASE_URL', 'https://callbacks.example.com/live');
vi.stubEnv('MAX_CALL_SECONDS', '3600');

/** A caller's call that its agent transfers. */
function transferredCall(): CallWithSnapshot {
  const call = knownCall({
    direction: 'inbound',
    status: 'in_progress',
    stage: 'transfer_started',
    start_time: START.toISOString(),
    transfer: { action_id: ACTION, session_id: 'VX1', state: 'dialing', first_attempt: 0, attempt: 0 },
    transfer_attempts: [{ action_id: ACTION, phone_number: '+15550001111', started_at: START.toISOString() }],
  });
  const transfer = {
    id: ACTION,
    user_id: USER,
    type: 'action_transfer_call' as const,
    config: { phone_number: '+15550001111' },
  };
  return { ...call, agent: { ...call.agent, actions: [transfer] } };
}

describe('a transfer of a caller', () => {
  it.each([
    [0, '3600'],
    [600, '3000'],
    [3_590, '60'],
    [9_000, '60'],
  ])('lasts no longer than the call may: %i seconds after its start', async (seconds, timeLimit) => {
    const now = new Date(START.getTime() + seconds * 1000);

    const markup = await transferInstructions(transferredCall(), now);

    const { Dial } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
      markup,
    ).Response;
    expect(Dial.timeLimit).toBe(timeLimit);
  });

  it('dials the number of an agent that the call was handed to', async () => {
    const { agent, settings, ...call } = transferredCall();
    const first = { ...agent, actions: [] };
    const handed = { ...call, agent: first, settings, handoff_agents: { other: { agent, settings } } };

    expect(await transferInstructions(handed, START)).toContain('+15550001111');
    expect(await transferInstructions({ ...call, agent: first, settings }, START)).not.toContain('<Dial');
  });
});

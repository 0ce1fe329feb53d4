import { newNumber, setCallee } from '../../support/scene.ts';
import { checkCall } from '../invariants.ts';
import { carrierCalls, mustHold } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** Milliseconds until the scheduled calls. */
const SOON_MS = 15_000;

/** A scheduled call, and one that is ended before its time. */
export const scheduledCall: Scenario = async (world) => {
  const { client, connection } = world;
  const scheduled_at = new Date(Date.now() + SOON_MS).toISOString();
  const create = async (at: string) => {
    const to_number = newNumber();
    await setCallee(connection, to_number, {
      answer: 'answer',
      script: [{ say: 'hello' }, { hang_up: true }],
    });
    const { id } = await client.created('/v1/calls/create', {
      from_number: connection.phone_number,
      to_number,
      agent: { prompt: { content: 'SPEC-FAULTS' } },
      scheduled_at: at,
    });
    return { id, to_number };
  };
  const [placed, ended] = await Promise.all([
    create(scheduled_at),
    create(new Date(Date.now() + 24 * 3_600_000).toISOString()),
  ]);
  await client.post(`/v1/calls/end?id=${ended.id}`);
  const check = async () => {
    await checkCall(world, placed.id, placed.to_number);
    const [dialed] = await carrierCalls(world, placed.to_number);
    const isInTime = !dialed || Date.parse(dialed.created_at) >= Date.parse(scheduled_at);
    mustHold('A scheduled call is not dialed before its time', isInTime, { dialed, scheduled_at });
    await checkCall(world, ended.id, ended.to_number);
    const never = await carrierCalls(world, ended.to_number);
    mustHold('A call that was ended before its time is never dialed', never.length === 0, never);
  };
  return { counts: { agents: 2 }, check };
};

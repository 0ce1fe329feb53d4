import { newNumber, setCallee } from '../../support/scene.ts';
import type { Answer } from '../../support/service/api.ts';
import { checkCall, checkList } from '../invariants.ts';
import { carrierCalls, mustHold } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** A batch of calls with an inline agent, one of them to a callee who is busy. */
export const batch: Scenario = async (world) => {
  const { client, connection } = world;
  const numbers = [newNumber(), newNumber()];
  for (const [index, number] of numbers.entries())
    await setCallee(
      connection,
      number,
      index === 1
        ? { answer: 'busy', ring_ms: 10 }
        : { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] },
    );
  const { results } = await client.created('/v1/calls/batch', {
    from_number: connection.phone_number,
    agent: { prompt: { content: 'SPEC-FAULTS' } },
    recipients: numbers.map((to_number) => ({ to_number })),
  });
  const placed = results.filter(({ id }: Result) => id !== undefined);
  const brokenOff = results.filter(({ error }: Result) => error?.type === 'broken_off');
  const check = async () => {
    mustHold(
      'A recipient has a call, or was told that it has none',
      placed.length + brokenOff.length === numbers.length,
      results,
    );
    for (const { to_number } of brokenOff) {
      await checkList(world, to_number, []);
      const dialed = await carrierCalls(world, to_number);
      mustHold('Nobody is called who was told to be left out', dialed.length === 0, dialed);
    }
    const calls = await Promise.all(
      placed.map(({ id, to_number }: Result) => checkCall(world, id, to_number)),
    );
    const agents = new Set(calls.map(({ agent }) => agent.id));
    mustHold('A batch creates its agent once', agents.size <= 1, [...agents]);
  };
  // The agent is stored with the first calls.
  return { counts: { agents: placed.length > 0 ? 1 : 0 }, check };
};

type Result = Answer['body'];

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backgroundPaths } from '../../support/neighbours/background-paths.ts';
import { type Neighbours, neighboursOf } from '../../support/neighbours/neighbours.ts';
import { cheapRequest, sendTo } from '../../support/neighbours/operation-requests.ts';
import { operations } from '../../support/openapi/document.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import type { Answer } from '../../support/service/api.ts';
import { type ServiceProcess, startService } from '../../support/service/service-process.ts';

/** Operations of each kind: a list, a record with others, a call, and work of a model. */
const FLOODED = ['listCalls', 'createAgent', 'createCall', 'sayInRehearsal'];
/** Requests of the attacker for one of the victim's. */
const FLOOD = 20;
/** Units of a background path's flood for one piece of the victim's work. */
const BACKGROUND_FLOOD = 10;
/** Concurrent requests: each starts a worker of the local runtime, which takes most of the test's time. */
const LANES = 3;

const BUSY = { answer: 'busy', ring_ms: 0 };
/** No callback arrives during the test: only reconciliation finds out about the call. */
const LOST = { ...BUSY, callback_delay_ms: 3_600_000 };
/** Reconciliation runs every minute. */
const RECONCILED_WITHIN_MS = 100_000;

/** Production's configuration, whose throttle this machine cannot reach. */
let service: ServiceProcess | undefined;
let neighbours: Neighbours;
let lost: string;

beforeAll(async () => {
  const env = { CARRIER_PACE: '0.05', RECONCILE_SECONDS: '1' };
  service = await startService({ args: ['--environment', 'production'], env });
  neighbours = neighboursOf(service.connection);
  // First, so that the minute passes while the other tests run.
  lost = await loseCalls();
}, 180_000);

afterAll(async () => {
  await service?.kill();
  if (service) rmSync(service.data, { recursive: true, force: true });
});

/** Places calls without callbacks of the attacker and, behind them, one of the victim. Returns the victim's. */
async function loseCalls(): Promise<string> {
  const { attacker, victim } = neighbours;
  const to_number = newNumber();
  await setCallee(victim.connection, to_number, LOST);
  const { agent } = await makeAgent(attacker.api);
  const recipients = Array.from({ length: 40 }, () => ({ to_number }));
  const from_number = attacker.connection.phone_number;
  await attacker.api.post('/v1/calls/batch', { from_number, agent: agent.id, recipients });
  const own = await makeAgent(victim.api);
  const call = await victim.api.created('/v1/calls/create', {
    from_number: victim.connection.phone_number,
    to_number,
    agent: own.agent.id,
  });
  return call.id;
}

/** Runs something, and reports refusals of the victim that the attacker caused. */
async function undisturbed(doIt: () => Promise<unknown>): Promise<void> {
  const { attacker, victim } = neighbours;
  await doIt();
  expect(victim.api.disturbances()).toEqual([]);
  expect(attacker.api.failures()).toEqual([]);
}

/** Sends it `times` times, some concurrently. Rejects without an answer. */
async function flood(times: number, send: () => Promise<unknown>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

describe('an operation that one user floods', { timeout: 120_000 }, () => {
  it.each(
    operations.filter(({ id }) => FLOODED.includes(id)),
  )('is done for another user: $id', async (operation) => {
    const { attacker, victim } = neighbours;
    const [theirs, own] = await Promise.all([attacker, victim].map((user) => cheapRequest(operation, user)));
    let answer: Answer | undefined;

    await undisturbed(async () => {
      const flooding = flood(FLOOD, () => sendTo(operation, attacker, theirs!));
      answer = await sendTo(operation, victim, own!);
      await flooding;
    });

    expect(answer?.status).toBe(operation.id === 'getRecording' ? 302 : 200);
  });
});

describe('work in the background that one user floods', () => {
  it.each(Object.keys(backgroundPaths))('is done for another user: %s', {
    timeout: 120_000,
  }, async (name) => {
    const path = await backgroundPaths[name]!(neighbours);
    try {
      await undisturbed(async () => {
        const flooding = flood(BACKGROUND_FLOOD, path.attack);
        await path.work();
        await flooding;
      });
    } finally {
      await path.close?.();
    }
  });

  it('is done for another user: reconciliation', { timeout: RECONCILED_WITHIN_MS + 10_000 }, async () => {
    const { victim } = neighbours;
    const status = async () => (await victim.api.get(`/v1/calls?id=${lost}`)).body.status;

    await undisturbed(() =>
      expect.poll(status, { timeout: RECONCILED_WITHIN_MS, interval: 200 }).toBe('error'),
    );
  });
});

// Random sequences of happenings (vendor, callee, user, AWS), compared with a model of the call.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { randomRuns } from '../../support/random-runs.ts';
import { BEGINNINGS, beginnings, commands } from './anything.ts';
import { formerEnded, handOn, relayFailed, transferOver } from './callbacks.ts';
import { Happens, Stutters } from './commands.ts';
import { conclude, type LastWord } from './conclude.ts';
import { hangUp, prompt, setUp } from './messages.ts';
import { dialled } from './ours.ts';
import { type Scene, startScene } from './scene.ts';
import { newModel, newWorld } from './world.ts';

/** Concurrent sequences: they wait more than they work. */
const SHARDS = 20;
const SEQUENCES_OF_SHARD = randomRuns(26, `random sequences of each of ${SHARDS} shards`);

/** Milliseconds after which a failing sequence is reported without being shortened further. */
const SHRINKING_MS = 150_000;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(() => scene.close());

describe.concurrent('a call', () => {
  it.each(
    Array.from({ length: SHARDS }, (_, shard) => shard),
  )('matches the model under random event sequences, and ends (%i)', {
    timeout: 2 * SHRINKING_MS,
  }, async () => {
    const property = fc.asyncProperty(
      beginnings,
      fc.constantFrom<('continue' | 'hangup')[]>('continue', 'hangup'),
      commands,
      fc.constantFrom<LastWord[]>('callback', 'completed', 'unknown'),
      async (beginning, onMachine, sequence, lastWord) => {
        const world = await newWorld(scene, onMachine);
        const model = newModel();
        for (const kind of BEGINNINGS[beginning]) await new Happens(kind).run(model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), sequence);
        await conclude(scene, { model, world, lastWord });
      },
    );
    await fc.assert(property, { numRuns: SEQUENCES_OF_SHARD, interruptAfterTimeLimit: SHRINKING_MS });
  });

  it('ends if its connection is lost after the agent said goodbye, also when the disconnect comes first', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    const sequence = [prompt('goodbye'), hangUp, relayFailed];
    for (const kind of [...BEGINNINGS.talking, ...sequence]) await new Happens(kind).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  const requests = Array.from({ length: 8 }, (_, request) => request);

  it.each(requests)('is dialled although the answer to its request %i is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();

    await new Stutters(dialled('placed'), request).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each(
    requests,
  )('is transferred and returns although the answer to its request %i is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of BEGINNINGS.talking) await new Happens(kind).run(model, world);

    await new Stutters(handOn, request).run(model, world);
    await new Stutters(transferOver('busy', 'in-progress'), request).run(model, world);
    await new Happens(setUp).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it('is transferred once, with the transcript until then, whatever arrives of an earlier conversation', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of BEGINNINGS.talking) await new Happens(kind).run(model, world);

    await new Happens(handOn, 2).run(model, world);
    await new Happens(transferOver('busy', 'in-progress')).run(model, world);
    await new Happens(setUp).run(model, world);
    await new Happens(formerEnded('ended'), 2).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });
});

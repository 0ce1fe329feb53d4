// Random sequences of what the vendor, the callee, the owner and AWS do to a call, held against a model of what is to become of it.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { randomRuns } from '../../support/random-runs.ts';
import { BEGINNINGS, beginnings, commands } from './anything.ts';
import { formerEnded, handOn, transferOver } from './callbacks.ts';
import { Happens, Stutters } from './commands.ts';
import { conclude, type LastWord } from './conclude.ts';
import { setUp } from './messages.ts';
import { dialled } from './ours.ts';
import { type Scene, startScene } from './scene.ts';
import { newModel, newWorld } from './world.ts';

/** So many sequences at a time: they wait more than they work. */
const SHARDS = 20;
const SEQUENCES_OF_SHARD = randomRuns(26, `random sequences of each of ${SHARDS} shards`);

/** After so long (ms) a failing sequence is told as it is, rather than being made shorter. */
const SHRINKING_MS = 150_000;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(() => scene.close());

describe.concurrent('a call', () => {
  it.each(
    Array.from({ length: SHARDS }, (_, shard) => shard),
  )('is what it is to be after whatever happens to it, and comes to its end (%i)', {
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

  const requests = Array.from({ length: 8 }, (_, request) => request);

  it.each(requests)('is dialled although the answer to request %i of that is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();

    await new Stutters(dialled('placed'), request).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each(
    requests,
  )('is handed on and comes back although the answer to request %i of that is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of BEGINNINGS.talking) await new Happens(kind).run(model, world);

    await new Stutters(handOn, request).run(model, world);
    await new Stutters(transferOver('busy', 'in-progress'), request).run(model, world);
    await new Happens(setUp).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it('is handed on once, with what was said until then, whatever is heard of a former conversation', async () => {
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

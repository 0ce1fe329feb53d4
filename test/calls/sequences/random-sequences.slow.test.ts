import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { randomRuns, seedFor } from '../../support/run/random.ts';
import { BEGINNINGS, beginnings, commands } from './anything.ts';
import { Happens } from './commands.ts';
import { conclude, type LastWord } from './conclude.ts';
import { startScene } from './scene.ts';
import { newModel, newWorld } from './world.ts';

/** Concurrent sequences: they wait more than they work. */
const SHARDS = 20;
const SEQUENCES_OF_SHARD = randomRuns(25, `random sequences of each of ${SHARDS} shards`);

/** Milliseconds after which a failing sequence is reported without being shortened further. */
const SHRINKING_MS = 150_000;

const scene = await startScene();
afterAll(() => scene.close());

describe.concurrent('a call', () => {
  it.each(
    Array.from({ length: SHARDS }, (_, shard) => shard),
  )('matches the model under random event sequences, and ends (%i)', {
    timeout: 2 * SHRINKING_MS,
  }, async (shard) => {
    const property = fc.asyncProperty(
      beginnings,
      fc.constantFrom<('continue' | 'hangup')[]>('continue', 'hangup'),
      fc.boolean(),
      commands,
      fc.constantFrom<LastWord[]>('callback', 'completed', 'unknown'),
      async (beginning, onMachine, asksAhead, sequence, lastWord) => {
        const world = await newWorld(scene, onMachine, { asksAhead });
        const model = newModel();
        for (const kind of BEGINNINGS[beginning]) await new Happens(kind).run(model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), sequence);
        await conclude(scene, { model, world, lastWord });
      },
    );
    await fc.assert(property, {
      seed: seedFor(`shard ${shard}`),
      numRuns: SEQUENCES_OF_SHARD,
      interruptAfterTimeLimit: SHRINKING_MS,
    });
  });
});

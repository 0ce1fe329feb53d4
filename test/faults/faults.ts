import { parseOptions } from '../../bin/parse-options.ts';
import { describeFailures, runSeed, SCENARIOS } from './run-seed.ts';
import { startWorld } from './world.ts';

const USAGE = `Usage: npm run faults -- [options]
  --seeds N          number of seeds (default 1000)
  --from N           first seed (default 1)
  --rate RATE        share of failures (default 0.02)
  --only SCENARIO    one of ${Object.keys(SCENARIOS).join(', ')} (default all)`;

const values = readOptions();
const { only } = values;
const [seeds, from, rate] = [Number(values.seeds), Number(values.from), Number(values.rate)];
const isKnown = only.every((name) => Object.hasOwn(SCENARIOS, name));
if (!isKnown || !(seeds >= 1) || !(from >= 0) || !(rate >= 0 && rate <= 1)) {
  console.error(USAGE);
  process.exit(1);
}

/** Seeds between two lines of progress. */
const PROGRESS = 25;

const world = await startWorld();
const failing: number[] = [];
const startedAt = performance.now();
const secondsSoFar = () => ((performance.now() - startedAt) / 1000).toFixed(0);
for (let seed = from; seed < from + seeds; seed += 1) {
  const run = { seed, rate, only };
  const failures = await runSeed(world, run);
  if (failures.size > 0) {
    failing.push(seed);
    console.log(`\n${describeFailures(world, run, failures)}\n`);
  }
  if ((seed - from + 1) % PROGRESS === 0) console.log(`Seed ${seed} after ${secondsSoFar()} s.`);
}
await world.close();
console.log(`${seeds} seeds in ${secondsSoFar()} s; ${failing.length} failed ${failing.join(', ')}`);
process.exit(failing.length > 0 ? 1 : 0);

/** The options of the command line. Ends the process with one line if they cannot be read. */
function readOptions() {
  try {
    return parseOptions('npm run faults', {
      options: {
        seeds: { type: 'string', default: '1000' },
        from: { type: 'string', default: '1' },
        rate: { type: 'string', default: '0.02' },
        only: { type: 'string', multiple: true, default: Object.keys(SCENARIOS) },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

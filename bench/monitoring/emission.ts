import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { bundleReferenceHandlers, type ReferenceHandler } from '../handlers/reference-handlers.ts';
import { median } from '../statistics.ts';
import { number, type Table } from '../table.ts';

const ROUNDS = 15;
const MICRO = 1000;

const measured = z.object({ loadMs: z.number(), firstMs: z.number(), laterMs: z.number() });
type Measured = z.infer<typeof measured>;

/** What is measured: a handler against one without it, with the variables that switch it off and on. */
interface Emission extends Pick<Table, 'title' | 'note'> {
  readonly what: string;
  readonly without: ReferenceHandler;
  readonly handler: ReferenceHandler;
  readonly off: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, string>>;
}

const MEANS = `At its cold start (loading the code, and the first turn, whose code is not compiled yet) and in each later turn. Medians of ${ROUNDS} processes, full processors of this machine.`;

/** Measures what metrics cost a function of conversations: when it is loaded, in its first turn, and in later ones. */
export const emissionTable = (): Table =>
  measure({
    title: 'Metrics of a turn',
    note: `What they add to an empty function. ${MEANS} Off: \`metrics: false\` in the configuration; the code is loaded all the same.`,
    what: 'metrics',
    without: 'empty',
    handler: 'turn-metrics',
    off: {},
    on: { ENVIRONMENT: 'production' },
  });

/** Measures the same of steps. With an endpoint for traces or without one, a function does the same. */
export const stepsTable = (): Table =>
  measure({
    title: 'Steps and traces of a turn',
    note: `What the line of a turn with its six spans adds to a function with the logger that all have. ${MEANS} Off: a log level above INFO. An endpoint for traces changes nothing in the functions of a call: another function reads their logs.`,
    what: 'steps',
    without: 'logger',
    handler: 'turn-steps',
    off: { POWERTOOLS_LOG_LEVEL: 'WARN' },
    on: { POWERTOOLS_LOG_LEVEL: 'INFO' },
  });

function measure({ title, note, what, without, handler, ...variables }: Emission): Table {
  const directory = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  try {
    const bundles = bundleReferenceHandlers(directory);
    const bare: Measured[] = [];
    const off: Measured[] = [];
    const on: Measured[] = [];
    // They alternate, so that noise of the machine affects all alike.
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(runOnce(bundles[without], variables.off));
      off.push(runOnce(bundles[handler], variables.off));
      on.push(runOnce(bundles[handler], variables.on));
    }
    const typical = (of: readonly Measured[], part: keyof Measured) => median(of.map((each) => each[part]));
    const row = (name: string, of: readonly Measured[]) => [
      name,
      number(typical(of, 'loadMs') - typical(bare, 'loadMs'), 2),
      number((typical(of, 'firstMs') - typical(bare, 'firstMs')) * MICRO),
      number((typical(of, 'laterMs') - typical(bare, 'laterMs')) * MICRO, 1),
    ];
    return {
      title,
      note,
      columns: [what, 'loading, ms', 'first turn, µs', 'later turns, µs'],
      rows: [row('off', off), row('on', on)],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runOnce(bundle: string, variables: Readonly<Record<string, string>>): Measured {
  const program = join(import.meta.dirname, 'measure-emission.cjs');
  const { stderr } = spawnSync(process.execPath, [program, join(bundle, 'index.cjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...variables },
    // The lines of the log.
    maxBuffer: 64_000_000,
  });
  return measured.parse(JSON.parse(stderr));
}

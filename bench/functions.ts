import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../lambdas/catalogue.ts';
import type { Worker } from '../lambdas/platform/worker.ts';
import { workers } from '../lambdas/workers.ts';
import { bundle, bundleFunctions } from '../lib/bundles.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';

/** Counted loads of each function, after one that fills the disk cache. */
const ROUNDS = 15;
const KB = 1024;
const MAX_API_BYTES = 450 * KB;
const MAX_CALLS_BYTES = 700 * KB;

/**
 * Functions with separate goals: one contains the API's document, one plays tests from a queue, so nobody waits for its
 * start, and one answers like a conversation.
 */
const GOALS: Readonly<Record<string, number>> = {
  'http/openapi': Number.POSITIVE_INFINITY,
  'agent-tests/run-case': Number.POSITIVE_INFINITY,
  'api/rehearsals/say': MAX_CALLS_BYTES,
};

/** Reference handlers. */
const REFERENCE = [
  { entry: 'empty', name: 'empty handler' },
  { entry: 'document-client', name: 'document client only' },
];

interface Bundle {
  /** The entry in `lambdas/`, or the name of a reference handler. */
  readonly name: string;
  readonly file: string;
  /** The function's stack. @default a reference handler */
  readonly stack?: Worker['stack'];
}

/** Measures the size of each function's bundle and its load time. */
export function measureFunctions(): Table {
  const directory = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  try {
    const bundles = listBundles(directory);
    const times = loadTimes(bundles);
    const medianOf = (name: string) => percentile(times.get(name) ?? [], 0.5);
    const reference = medianOf('document client only');
    return {
      title: 'Functions',
      note:
        `Minified bundle, and median of ${ROUNDS} loads, each in a fresh process, alternating between functions. Goals: functions of the ` +
        `API at most ${MAX_API_BYTES / KB} KB, functions of a call at most ${MAX_CALLS_BYTES / KB} KB (1 KB is 1024 bytes). ` +
        "The function that answers in a rehearsal has the goal of a call's functions. The functions that serve the API document and play tests have none.",
      columns: ['function', 'bundle, bytes', 'KB', 'size goal', 'load, ms', 'to document client'],
      rows: bundles.map((bundle) => rowOf(bundle, medianOf(bundle.name), reference)),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function rowOf({ name, file, stack }: Bundle, loadMs: number, reference: number): readonly Cell[] {
  const bytes = statSync(file).size;
  const isApi = stack === 'Api';
  const maxBytes = GOALS[name] ?? (isApi ? MAX_API_BYTES : MAX_CALLS_BYTES);
  const ratio = loadMs / reference;
  return [
    name,
    number(bytes),
    number(bytes / KB),
    isApi || stack === 'Calls' ? verdict(bytes, maxBytes) : '',
    number(loadMs, 1),
    number(ratio, 2),
  ];
}

function listBundles(directory: string): readonly Bundle[] {
  const product = bundleFunctions();
  const sourceOf = (entry: string) =>
    `export { handler } from '${join(import.meta.dirname, 'handlers', `${entry}.ts`)}';`;
  bundle({
    entries: Object.fromEntries(REFERENCE.map(({ entry }) => [entry, sourceOf(entry)])),
    outdir: directory,
  });
  const functions = [
    ...Object.entries(workers).map(([name, { stack }]) => ({ name, stack })),
    ...Object.keys(catalogue).map((entry) => ({ name: `api/${entry}`, stack: 'Api' as const })),
  ].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    ...REFERENCE.map(({ entry, name }) => ({ name, file: join(directory, entry, 'index.cjs') })),
    ...functions.map((each) => ({ ...each, file: join(product(each.name), 'index.cjs') })),
  ];
}

/** Milliseconds of each load by name. Functions alternate, so that machine noise affects all alike. */
function loadTimes(bundles: readonly Bundle[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>(bundles.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, file } of bundles) {
      const ms = loadOnce(name, file);
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  return times;
}

function loadOnce(name: string, file: string): number {
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: name,
    POWERTOOLS_SERVICE_NAME: name,
  };
  const output = execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'handlers', 'measure-load.cjs'), file],
    {
      env,
      encoding: 'utf8',
    },
  );
  return Number(output);
}

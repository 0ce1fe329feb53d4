import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../support/service/service-process.ts';

/** Requests of a client, one after another. */
const REQUESTS = 30;

interface Run {
  /** Answers of the API; undefined if the connection broke. */
  readonly statuses: readonly (number | undefined)[];
  /** The faults of each kind of request, invocation, message or batch, in order. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
}

/** Starts the service with `--faults`, lists agents several times, and stops it. */
async function runWith(faults: string): Promise<Run> {
  const service = await startService({ args: ['--faults', faults] });
  const { base_url, access_token } = service.connection;
  const statuses: (number | undefined)[] = [];
  for (let request = 0; request < REQUESTS; request++) {
    const headers = { authorization: `Bearer ${access_token}` };
    const response = await fetch(`${base_url}/v1/agents/list`, { headers }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    statuses.push(response?.status);
  }
  await service.stop();
  return { statuses, faults: faultsIn(readFileSync(join(service.data, 'logs', 'faults.log'), 'utf8')) };
}

/** The lines of the log without their times, by what they are about. */
function faultsIn(log: string): Run['faults'] {
  const faults = new Map<string, string[]>();
  for (const line of log.split('\n')) {
    const [, subject, fault] = /^\S+ seed \d+: (.+), (occurrence .+)$/.exec(line) ?? [];
    if (subject === undefined || fault === undefined) continue;
    faults.set(subject, [...(faults.get(subject) ?? []), fault]);
  }
  return faults;
}

/** The faults that two runs got for what happened in both: one run may have done more of a kind than the other. */
function compare(one: Run, other: Run): { readonly count: number; readonly differ: readonly string[] } {
  let count = 0;
  const differ: string[] = [];
  for (const [subject, faults] of one.faults) {
    const others = other.faults.get(subject) ?? [];
    const common = Math.min(faults.length, others.length);
    count += common;
    if (faults.slice(0, common).join() !== others.slice(0, common).join()) differ.push(subject);
  }
  return { count, differ };
}

describe('a service that is started with --faults', () => {
  let run: Run;
  let again: Run;

  beforeAll(async () => {
    run = await runWith('7:0.3');
    again = await runWith('7:0.3');
  }, 360_000);

  it('lets requests of functions fail, and continues', () => {
    const ofList = [...run.faults.keys()].filter((subject) => /^dynamodb .+ of .*ListAgents/.test(subject));

    expect(ofList).not.toEqual([]);
    expect(run.statuses).toContain(200);
  });

  it('fails in the same way with the same seed', () => {
    const { count, differ } = compare(run, again);

    expect(count).toBeGreaterThan(10);
    expect(differ).toEqual([]);
  });

  it('fails in another way with another seed', async () => {
    const { count, differ } = compare(run, await runWith('8:0.3'));

    expect(count).toBeGreaterThan(10);
    expect(differ).not.toEqual([]);
  }, 180_000);
});

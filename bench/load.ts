import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { USERS } from '../local/seed.ts';
import { type Program, startProgram } from './load/program.ts';
import { type LoadRequest, sendLoad } from './load/send-load.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table } from './table.ts';
import { newPrompt, operatorTable, storePrompts } from './turns/prompts.ts';

const CONNECTIONS = 50;
/** One user's creations contend for the item that counts the user's records; too many at once get 429. */
const CREATING_CONNECTIONS = 8;
const WARM_UP_MS = 3_000;
/** Milliseconds of a round. Targets alternate, so that machine noise affects all alike. */
const ROUND_MS = 4_000;
const ROUNDS = 4;
/** Prompts of each user before the load: one user for the service, one for the reference server. */
const PROMPTS = 1_000;
const PAGES = PROMPTS / 10;

const serviceMessage = z.object({
  base_url: z.string(),
  access_token: z.string(),
  aws_endpoint_url: z.string(),
  operator_key: z.string(),
});
const serverMessage = z.object({ url: z.string() });

/** A target of the load, and the ids of its prompts. */
interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
}

const CREATION = JSON.stringify({ content: newPrompt(USERS[0].id).content });

interface Kind {
  readonly name: string;
  readonly connections: number;
  readonly requestOf: (target: Target) => LoadRequest;
}

/** The kinds of request. Creation comes last, because it makes lists longer. */
const KINDS: readonly Kind[] = [
  {
    name: 'get',
    connections: CONNECTIONS,
    requestOf: (target) => get(target, `/v1/prompts?id=${target.ids[Math.floor(Math.random() * PROMPTS)]}`),
  },
  {
    name: 'list, any page',
    connections: CONNECTIONS,
    requestOf: (target) => get(target, `/v1/prompts/list?page=${Math.ceil(Math.random() * PAGES)}`),
  },
  {
    name: 'create',
    connections: CREATING_CONNECTIONS,
    requestOf: ({ url, headers }) => ({
      method: 'POST',
      url: `${url}/v1/prompts/create`,
      headers,
      body: CREATION,
    }),
  },
];

const get = ({ url, headers }: Target, path: string): LoadRequest => ({
  method: 'GET',
  url: url + path,
  headers,
});

/** Measures requests a second and their duration over many connections. */
export async function measureLoad(): Promise<Table> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const programs: Program[] = [];
  const start = async (file: string, ...args: string[]) => {
    const program = await startProgram(file, args);
    programs.unshift(program);
    return program.message;
  };
  try {
    const service = serviceMessage.parse(await start('service.ts', data));
    const [ours, theirs] = USERS;
    const server = serverMessage.parse(await start('bare-server.ts', data, theirs.id));
    const { table, close } = operatorTable(service);
    const targets = [
      {
        name: 'service',
        url: service.base_url,
        headers: { authorization: `Bearer ${service.access_token}` },
        ids: await storePrompts(table, ours.id, PROMPTS),
      },
      {
        name: 'bare server',
        url: server.url,
        headers: {},
        ids: await storePrompts(table, theirs.id, PROMPTS),
      },
    ];
    close();
    return tableOf(await measureAll(targets));
  } finally {
    for (const program of programs) await program.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureAll(targets: readonly Target[]): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for (const { name: kind, connections, requestOf } of KINDS) {
    const times = new Map<Target, number[]>(targets.map((target) => [target, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const target of targets) {
        const durationMs = round === 0 ? WARM_UP_MS : ROUND_MS;
        const taken = await sendLoad(() => requestOf(target), { connections, durationMs });
        if (round > 0) times.get(target)?.push(...taken);
      }
    }
    for (const [{ name }, taken] of times)
      rows.push([kind, number(connections), name, ...cellsOf(taken, connections)]);
  }
  return rows;
}

/** A connection always waits for an answer, so the sum of its durations is the elapsed time. */
function cellsOf(times: readonly number[], connections: number): readonly Cell[] {
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / connections / 1000;
  return [number(times.length / seconds), ...[0.5, 0.99].map((p) => number(percentile(times, p), 1))];
}

function tableOf(rows: readonly (readonly Cell[])[]): Table {
  return {
    title: 'Throughput',
    note:
      `Requests for prompts over open connections, ${ROUNDS} rounds of ${ROUND_MS / 1000} s after ${WARM_UP_MS / 1000} s of warm-up, for a user with ` +
      `${PROMPTS.toLocaleString('en-US')} prompts of half a kilobyte. The bare server only makes the same requests to the same local DynamoDB ` +
      'through the same code of the store. Load, servers and DynamoDB share the cores of this machine: the figures show what ' +
      'the service adds, not how fast AWS is. Request limits and quotas, which the local service also enforces, are lifted. ' +
      'Creations use fewer connections, because they contend for the item that counts the user’s records.',
    columns: ['request', 'connections', 'to', 'requests/s', 'p50, ms', 'p99, ms'],
    rows,
  };
}

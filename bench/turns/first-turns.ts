import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConnection } from '../../local/connection-file.ts';
import { Api } from '../../test/support/service/api.ts';
import { startWithNpm } from '../local-service/npm-start.ts';
import { median } from '../statistics.ts';
import { type Cell, number, type Table } from '../table.ts';
import { converse, type MeasuredConversation, makeMeasuredAgent } from './converse.ts';

const RUNS = 5;

/** The callee speaks as fast as in other measurements of turns. */
const CARRIER_PACE = '0.05';

/** What one call showed, in milliseconds. */
interface FirstTurn {
  /** From the request to call, to the first word of the greeting at the carrier. */
  readonly greetingMs: number;
  /** From the callee's first words, to the first text at the carrier, less the model's time. */
  readonly turnMs: number;
}

/** Measures the first turn of a new service, and that of its next call after a rest. */
export async function measureFirstTurns(restMs: number): Promise<Table> {
  const first: FirstTurn[] = [];
  const rested: FirstTurn[] = [];
  for (let run = 0; run < RUNS; run++) {
    const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
    const service = await startWithNpm(data, { CARRIER_PACE });
    try {
      const conversation = connect(data);
      const agent = await makeMeasuredAgent(conversation);
      first.push(await holdCall(conversation, agent));
      await wait(restMs);
      rested.push(await holdCall(conversation, agent));
    } finally {
      await service.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }
  return {
    title: 'First turns',
    note:
      `The first turn of a call, own overhead without the model's time, and the time from the request to call to the greeting; ` +
      `milliseconds, medians of ${RUNS} new services (fastest to slowest). The rest takes ${restMs / 1000} s.`,
    columns: ['call', 'first turn, ms', 'range', 'greeting, ms', 'range'],
    rows: [rowOf('the first one of the service', first), rowOf('the next one, after a rest', rested)],
  };
}

/** The service that runs on a data folder. */
export function connect(data: string): MeasuredConversation {
  const connection = readConnection(data);
  if (!connection) throw new Error(`No service runs on ${data}.`);
  return { connection, api: new Api(connection.base_url, connection.access_token) };
}

/** Holds a call of one turn. */
export async function holdCall(conversation: MeasuredConversation, agent: string): Promise<FirstTurn> {
  const askedAt = Date.now();
  const [turn] = await converse(conversation, agent, { turns: 1 });
  if (!turn?.greetedAt) throw new Error('The call had no greeting or no turn.');
  const { promptAt, modelAskedAt, firstTokenAt, firstTextAt } = turn;
  return {
    greetingMs: turn.greetedAt - askedAt,
    turnMs: modelAskedAt - promptAt + (firstTextAt - firstTokenAt),
  };
}

function rowOf(call: string, turns: readonly FirstTurn[]): readonly Cell[] {
  const columns = [turns.map(({ turnMs }) => turnMs), turns.map(({ greetingMs }) => greetingMs)];
  return [
    call,
    ...columns.flatMap((values) => [number(median(values)), `${Math.min(...values)}–${Math.max(...values)}`]),
  ];
}

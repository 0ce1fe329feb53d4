import type { Trigger } from '../../lambdas/runtime/worker.ts';
import { workers } from '../../lambdas/workers.ts';
import { isOfCalls, type Mark } from '../cost/count-units.ts';
import type { MeasuredService } from '../measured-service.ts';
import type { RequestRecord } from '../request-record.ts';

/** What one invocation of a call does. */
export interface Step {
  /** The function, such as `conversation/message`. */
  readonly entry: string;
  readonly trigger: Trigger['by'] | 'endpoint';
  /** Milliseconds from the creation of the call until the invocation began. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Whether the agent answers words of the callee in it. */
  readonly isTurn: boolean;
  readonly requests: readonly StepRequest[];
}

/** A request of an invocation to AWS. */
export interface StepRequest {
  /** Milliseconds after the invocation began. */
  readonly atMs: number;
  readonly service: string;
  readonly reads: number;
  readonly writes: number;
  /** Units by partition, of the table or an index. Partitions that only this call uses are left out. */
  readonly partitions: readonly PartitionUse[];
}

/** Units that a request takes of a partition that several calls share. */
export interface PartitionUse {
  /** `{user}` stands for the user of the call. */
  readonly partition: string;
  readonly reads: number;
  readonly writes: number;
}

/** All that a call does, as measured: each of its invocations with its requests. */
export interface Footprint {
  readonly durationMs: number;
  readonly turns: number;
  readonly steps: readonly Step[];
}

/** Milliseconds by which clocks may differ. */
const TOLERANCE_MS = 2;

/** What the service did since the mark, in one call, whose WebSocket was open for `durationMs`. */
export function footprintOf(
  service: MeasuredService,
  since: Mark,
  {
    durationMs,
    turns,
    turnMs,
  }: { readonly durationMs: number; readonly turns: number; readonly turnMs: number },
): Footprint {
  const invocations = service.invocations
    .slice(since.invocations)
    .map(({ functionName, durationMs: took, endedAt }) => ({
      entry: service.entryOf(functionName),
      functionName,
      durationMs: took,
      startedAt: endedAt - took,
      endedAt,
      requests: [] as RequestRecord[],
    }))
    .filter(({ entry }) => isOfCalls(entry))
    .sort((one, other) => one.startedAt - other.startedAt);
  for (const request of service.requests.slice(since.requests)) {
    const made = invocations.findLast(
      ({ functionName, startedAt, endedAt }) =>
        functionName === request.functionName &&
        startedAt - TOLERANCE_MS <= request.startedAt &&
        request.startedAt <= endedAt + TOLERANCE_MS,
    );
    made?.requests.push(request);
  }
  const begin = invocations[0]?.startedAt ?? 0;
  const shared = sharedPartitions(service.requests.slice(since.requests));
  return {
    durationMs,
    turns,
    steps: invocations.map(({ entry, startedAt, durationMs: took, requests }) => ({
      entry,
      trigger: workers[entry]?.trigger.by ?? 'endpoint',
      atMs: startedAt - begin,
      durationMs: took,
      isTurn: entry === 'conversation/message' && took >= turnMs,
      requests: requests.map((request) => stepRequest(request, startedAt, shared)),
    })),
  };
}

function stepRequest(
  { service, startedAt, loads = [] }: RequestRecord,
  begin: number,
  shared: (partition: string) => string | undefined,
): StepRequest {
  const units = (kind: 'Read' | 'Write') =>
    loads.filter((load) => load.kind === kind).reduce((sum, load) => sum + load.units, 0);
  return {
    atMs: Math.max(0, startedAt - begin),
    service,
    reads: units('Read'),
    writes: units('Write'),
    partitions: loads.flatMap((load) => {
      const partition = load.partition === undefined ? undefined : shared(load.partition);
      if (partition === undefined) return [];
      const name = load.indexName === undefined ? partition : `${load.indexName}: ${partition}`;
      return [
        {
          partition: name,
          reads: load.kind === 'Read' ? load.units : 0,
          writes: load.kind === 'Write' ? load.units : 0,
        },
      ];
    }),
  };
}

/** An id of a call or another record, a connection, or a request of the vendor. */
const OWN = /[0-9a-f]{8}-[0-9a-f]{4}-|^CONVERSATION#|[A-Z]{2}[0-9a-f]{32}/;

/** What names a partition that several calls share; undefined for one that only this call uses. */
function sharedPartitions(requests: readonly RequestRecord[]): (partition: string) => string | undefined {
  const partitions = requests.flatMap(({ loads = [] }) =>
    loads.flatMap(({ partition }) => (partition === undefined ? [] : textOf(partition))),
  );
  const user = partitions.map((text) => /USER#([^#]+)/.exec(text)?.[1]).find((id) => id !== undefined);
  return (partition) => {
    const text = textOf(partition);
    const named = user === undefined ? text : text.replaceAll(user, '{user}');
    return OWN.test(named) ? undefined : named;
  };
}

/** The partition key's text in the engine's layout: a hash, and the text in hexadecimal. */
function textOf(partition: string): string {
  return Buffer.from(partition.split('/')[1] ?? '', 'hex').toString();
}

import { createHash, randomBytes } from 'node:crypto';

/** AWS says "approximately 16": https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
export const MAX_INVOCATIONS_IN_CHAIN = 16;

export interface ChainLink {
  /** The trace header of the invocation, which the SDK sends with each of its requests. */
  readonly traceHeader: string;
  readonly earlier: number;
}

/**
 * Counts an invocation of a function in the chain of its triggering messages. Each function has a count in the trace
 * header's `Lineage`: `<hash>:<earlier invocations>|…`. For several messages, the highest counts apply. An invocation
 * without a trace header begins a chain.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export function continueChain(functionArn: string, traceHeaders: readonly string[]): ChainLink {
  const hash = createHash('sha256').update(functionArn).digest('hex').slice(0, 8);
  const counts = countsOf(traceHeaders);
  const last = counts.get(hash);
  const earlier = last === undefined ? 0 : last + 1;
  const lineage = [...counts.set(hash, earlier)].map(([name, count]) => `${name}:${count}`).join('|');
  const root = partOf(traceHeaders[0], 'Root') ?? newRoot();
  const parent = randomBytes(8).toString('hex');
  return { traceHeader: `Root=${root};Parent=${parent};Sampled=0;Lineage=${lineage}`, earlier };
}

function countsOf(traceHeaders: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of traceHeaders.flatMap((header) => partOf(header, 'Lineage')?.split('|') ?? [])) {
    const [, hash, count] = /^([0-9a-f]{8}):(\d{1,9})$/.exec(entry) ?? [];
    if (hash !== undefined) counts.set(hash, Math.max(counts.get(hash) ?? 0, Number(count)));
  }
  return counts;
}

/** A part of a trace header, which is `name=value;name=value`. */
function partOf(traceHeader: string | undefined, name: string): string | undefined {
  const part = traceHeader?.split(';').find((each) => each.trim().startsWith(`${name}=`));
  return part?.slice(part.indexOf('=') + 1);
}

function newRoot(): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `1-${seconds.toString(16).padStart(8, '0')}-${randomBytes(12).toString('hex')}`;
}

import { ENVIRONMENT } from '../variables/system.ts';
import { readOptionalVariable } from '../variables/variable.ts';
import type { DimensionsOf, MetricName } from './catalogue.ts';
import { MetricLine, type Values } from './metric-line.ts';

let gathered: MetricLine[] | undefined;

/** Emits values as a line of the log. Never throws: a failed measurement must not fail or delay a call. */
export function emitMetrics<Name extends MetricName>(
  values: Values<Name>,
  ...[dimensions]: keyof DimensionsOf<Name> extends never ? [] : [DimensionsOf<Name>]
): void {
  try {
    const line = new MetricLine(values, dimensions ?? {});
    if (!gathered) write(line);
    else if (!gathered.some((earlier) => earlier.takes(line))) gathered.push(line);
  } catch {}
}

/** Emits what the work measures when it is over, many values in one line. */
export async function gatherMetrics<Result>(work: () => Promise<Result>): Promise<Result> {
  gathered = [];
  try {
    return await work();
  } finally {
    const lines = gathered;
    gathered = undefined;
    for (const line of lines) write(line);
  }
}

/** Writes without `console`, to whose lines Lambda adds a prefix: a log event must contain only JSON. */
function write(line: MetricLine): void {
  const environment = readOptionalVariable(ENVIRONMENT);
  // Outside of a deployment, nobody reads metrics.
  if (environment === undefined || line.isEmpty) return;
  try {
    process.stdout.write(`${line.text(environment, Date.now())}\n`);
  } catch {}
}

import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine and the time of a measurement, as lines of a Markdown list. */
export function describeMachine(): string {
  const processors = cpus();
  const lines = [
    `Date: ${new Date().toISOString()}`,
    `CPU: ${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    `Memory: ${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    `System: ${type()} ${release()} ${process.arch}`,
    `Node.js: ${process.version}`,
    `Load (1, 5 and 15 minutes) at the start: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(', ')}`,
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

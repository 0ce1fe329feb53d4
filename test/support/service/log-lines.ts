import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines that functions of a local service logged, but for metrics. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every shape.
export function logLines(data: string): any[] {
  return wholeLines(data)
    .filter((text) => text.startsWith('{') && !text.includes('"_aws"'))
    .map((text) => JSON.parse(text));
}

/** The lines of a local service's logs. What follows the last line break of a file is still being written. */
export function wholeLines(data: string): string[] {
  const folder = join(data, 'logs');
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1),
  );
}

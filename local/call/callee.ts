import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { CommandError } from './clients/command-error.ts';
import { parseScript } from './parse-script.ts';

/** A friendly callee who books an appointment. */
const BUILT_IN = join(import.meta.dirname, 'scripts', 'booking.txt');

/** The callee's script. Without a file and without typing, it is that of the built-in callee. */
export async function readCalleeScript(file: string | undefined, isTyped: boolean): Promise<Line[]> {
  if (file === undefined && isTyped) return [];
  const path = file ?? BUILT_IN;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The script ${path} cannot be read (${error.code ?? error.message}).`);
  });
  try {
    return parseScript(text);
  } catch (error) {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

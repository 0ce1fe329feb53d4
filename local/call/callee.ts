import { join } from 'node:path';
import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { CommandError } from './clients/command-error.ts';
import { parseScript } from './parse-script.ts';
import { readText } from './read-text.ts';

/** A friendly callee who books an appointment. */
const BUILT_IN = join(import.meta.dirname, 'scripts', 'booking.txt');

/** The callee's script. Without a file and without typing, it is that of the built-in callee. */
export async function readCalleeScript(file: string | undefined, isTyped: boolean): Promise<Line[]> {
  if (file === undefined && isTyped) return [];
  const path = file ?? BUILT_IN;
  const text = await readText(path, 'script');
  try {
    return parseScript(text);
  } catch (error) {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

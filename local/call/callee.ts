import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { CommandError } from '#cli/errors.ts';
import { readText } from '#cli/samples/read-text.ts';
import { parseScript, parseTypedLine } from './script.ts';

/** A friendly callee who books an appointment. */
const BUILT_IN = join(import.meta.dirname, 'scripts', 'booking.txt');

/** The callee's script: from the file, or the built-in one. */
export async function readCalleeScript(file: string | undefined): Promise<Line[]> {
  const path = file ?? BUILT_IN;
  const text = await readText(path, 'script');
  try {
    return parseScript(text);
  } catch (error) {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Maximum lines of a callee, as the simulated carrier allows. */
const MAX_LINES = 500;

/** The script from piped lines in place of the keyboard; their end hangs up. */
export async function readTypedLines(input: NodeJS.ReadableStream): Promise<Line[]> {
  const lines: Line[] = [];
  let number = 0;
  for await (const typed of createInterface({ input })) {
    number += 1;
    const line = parseTypedLine(typed);
    if (line && 'fault' in line) throw new CommandError(`Line ${number} of the input: ${line.fault}`);
    if (line) lines.push(line);
    if (lines.length >= MAX_LINES) throw new CommandError(`The input has more than ${MAX_LINES - 1} lines.`);
  }
  return [...lines, { hang_up: true }];
}

/** The fields of a call to one of `--callee`: what may be a mailbox gets a message. */
export const callFieldsFor = (callee: string) =>
  /voicemail|screener|fax/.test(callee) ? { on_no_human_answer: 'leave_message' as const } : {};

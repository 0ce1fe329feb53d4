import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realTime } from 'cdk-local/clock/install-clock.ts';

/** Passes the folder of this test run to all of its processes. */
const FOLDER = 'TEST_RUN_FOLDER';

/**
 * Opens the folder with the shared files of this test run, and with the temporary files of its processes, of which
 * libraries leave some. Returns a function that removes it.
 */
export function openRunFolder(): () => void {
  const folder = newFolder();
  process.env[FOLDER] = folder;
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  process.env.TMPDIR = temporary;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Lets this test run share an existing text. */
export function shareText(name: string, text: string): void {
  const place = join(process.env[FOLDER] ?? newFolder(), name);
  mkdirSync(place, { recursive: true });
  write(place, text);
}

/** Returns a text that is made once in a test run, in its own folder, by the first process that needs it. */
export async function oncePerRun(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const run = process.env[FOLDER];
  if (run === undefined) return make(newFolder());
  const place = join(run, name);
  while (!existsSync(textIn(place))) {
    if (!isFirst(place)) await realTime.wait(50);
    else write(place, await makeOrLeave(place, make));
  }
  return readFileSync(textIn(place), 'utf8');
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'phone-call-agents-run-'));
const textIn = (place: string) => join(place, 'text');

function isFirst(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function makeOrLeave(place: string, make: (folder: string) => Promise<string>): Promise<string> {
  try {
    return await make(place);
  } catch (error) {
    // A process that waited for it then tries itself, and so gets the error.
    rmSync(place, { recursive: true });
    throw error;
  }
}

/** In one step, so that no process reads a partial file. */
function write(place: string, text: string): void {
  writeFileSync(`${textIn(place)}.new`, text);
  renameSync(`${textIn(place)}.new`, textIn(place));
}

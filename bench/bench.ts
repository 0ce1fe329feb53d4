// Runs the measurements and prints their tables. A complete run writes bench/results.md.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '#cli/errors.ts';
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { measureCall } from './call.ts';
import { measureFunctions } from './functions.ts';
import { measureLoad } from './load.ts';
import { measureRequests } from './requests.ts';
import { renderTable, type Table } from './table.ts';
import { measureTurnTaking } from './turn-taking.ts';
import { measureTurns } from './turns.ts';

const RESULTS = join(import.meta.dirname, 'results.md');

/** The tables of each measurement. */
const measurements: Readonly<Record<string, () => Table | Promise<Table | readonly Table[]>>> = {
  functions: measureFunctions,
  requests: measureRequests,
  call: measureCall,
  load: measureLoad,
  turns: measureTurns,
  'turn-taking': measureTurnTaking,
};

await runNpmCommand(
  npmCommand('npm run bench', 'measure, and write the results of all measurements to bench/results.md')
    .option('--only <name>', Object.keys(measurements).join(', '))
    .action(({ only }) => run(only)),
);
// Servers of a failed measurement may still be listening.
process.exit();

async function run(only: string | undefined): Promise<void> {
  const names = Object.keys(measurements);
  if (only !== undefined && !names.includes(only)) {
    throw new CommandError(`--only must be one of ${names.join(', ')}, not "${only}".`);
  }
  const machine = describeMachine();
  console.log(`${machine}\n`);
  const texts: string[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (only !== undefined && name !== only) continue;
    const text = [await measure()].flat().map(renderTable).join('\n');
    console.log(text);
    texts.push(text);
  }
  if (only === undefined) writeFileSync(RESULTS, ['# Measurements\n', `${machine}\n`, ...texts].join('\n'));
}

/** The machine and the time of a measurement, as a list in Markdown. */
function describeMachine(): string {
  const processors = cpus();
  const load = loadavg().map((each) => each.toFixed(2));
  return `- Date: ${new Date().toISOString()}
- CPU: ${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores
- Memory: ${(totalmem() / 2 ** 30).toFixed(1)} GiB
- System: ${type()} ${release()} ${process.arch}
- Node.js: ${process.version}
- Load (1, 5 and 15 minutes) at the start: ${load.join(', ')}`;
}

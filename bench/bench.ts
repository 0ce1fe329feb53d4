// Runs the measurements and prints their tables; a complete run writes bench/results.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions } from '../bin/parse-options.ts';
import { measureAgentTests } from './agent-tests.ts';
import { measureCall } from './call.ts';
import { measureFunctions } from './functions.ts';
import { measureLoad } from './load.ts';
import { describeMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { measureRequests } from './requests.ts';
import { measureStart } from './start.ts';
import { renderTable, type Table } from './table.ts';
import { measureTestRuns } from './test-runs.ts';
import { measureTurnTaking } from './turn-taking/turn-taking.ts';
import { measureTurns } from './turns.ts';
import { measureWebhooks } from './webhooks.ts';

const RESULTS = join(import.meta.dirname, 'results.md');

/** The tables of each measurement. */
const measurements: Readonly<Record<string, () => Table | Promise<Table | readonly Table[]>>> = {
  functions: measureFunctions,
  start: measureStart,
  memory: measureMemory,
  requests: measureRequests,
  call: measureCall,
  pages: measurePages,
  load: measureLoad,
  turns: measureTurns,
  'turn-taking': measureTurnTaking,
  webhooks: measureWebhooks,
  'agent-tests': async () => [await measureAgentTests(), await measureTestRuns()],
};

try {
  const { only } = parseOptions('npm run bench', { options: { only: { type: 'string' } } }).values;
  await run(only);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Servers of a measurement that failed may still listen.
  process.exit(1);
}

async function run(only: string | undefined): Promise<void> {
  const names = Object.keys(measurements);
  if (only !== undefined && !names.includes(only)) {
    throw new Error(`Usage: npm run bench [-- --only ${names.join('|')}]; "${only}" is none of them.`);
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

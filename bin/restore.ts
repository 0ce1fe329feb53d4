// Restores an environment's table to a point in time, as a new table for the next deployment. docs/operations.md
// describes the steps before and after.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { runCommand, text, UsageError } from './command.ts';
import { explainFailure } from './operator-table.ts';
import { restoreTable } from './restore/restore-table.ts';

const RESTORE = {
  name: 'npm run restore',
  forms: ['-- --environment NAME --to TIME [--name TABLE]'],
  options: {
    environment: text('NAME', "the table's environment, with your AWS credentials"),
    to: text('TIME', 'ISO 8601 with a zone, such as 2026-11-22T10:00:00Z; within the last 35 days'),
    name: text('TABLE', "the new table's name (default: the current name and the time)"),
    endpoint: { type: 'string' },
  },
  notes: 'Repeat the command after a failure: it continues where it stopped.',
  explain: explainFailure,
} as const;

await runCommand(RESTORE, async ({ values: { environment, to, name, endpoint } }) => {
  const config = await findEnvironment(environment);
  const time = timeIn(to);
  const source = tableName(config);
  const suffix = time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[:-]/g, '');
  const target = name ?? `${source}-${suffix}`;
  const client = new DynamoDBClient({ region: config.region, ...(endpoint !== undefined && { endpoint }) });
  const restored = await restoreTable({ client, source, target, to: time, report: console.log });
  console.log(`
Put this into environments/${config.name}.ts, and go on with docs/operations.md:

  restoredTable: {
    name: '${restored.name}',
    streamArn: '${restored.streamArn}',
  },`);
});

function timeIn(given = ''): Date {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(given)) return new Date(given);
  throw new UsageError('--to must be a time with a zone, such as 2026-11-22T10:00:00Z.');
}

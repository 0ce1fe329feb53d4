// Restores an environment's table to a point in time, as a new table for the next deployment. docs/operations.md
// describes the steps before and after.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { readBy, timeOf } from '#cli/option-values.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { explainFailure } from './operator-table.ts';
import { restoreTable } from './restore/restore-table.ts';

const timeWithZone = readBy(
  (given) => (/(Z|[+-]\d\d:\d\d)$/.test(given) ? timeOf(given) : undefined),
  'It must be a time with a zone.',
);

const RESTORE = npmCommand(
  'npm run restore',
  'restore the table to a point in time; repeat it after a failure',
)
  .requiredOption('--environment <name>', "the table's environment, with your AWS credentials")
  .requiredOption('--to <time>', 'such as 2026-11-22T10:00:00Z; within the last 35 days', timeWithZone)
  .option('--name <table>', "the new table's name (default: the current name and the time)")
  .action(restore);

await runNpmCommand(RESTORE, explainFailure);

async function restore({ environment, to, name }: ReturnType<typeof RESTORE.opts>): Promise<void> {
  const config = await findEnvironment(environment);
  const source = tableName(config);
  const suffix = to
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[:-]/g, '');
  const target = name ?? `${source}-${suffix}`;
  const client = new DynamoDBClient({ region: config.region });
  const restored = await restoreTable({ client, source, target, to, report: console.log });
  console.log(`
Put this into environments/${config.name}.ts, and go on with docs/operations.md:

  restoredTable: {
    name: '${restored.name}',
    streamArn: '${restored.streamArn}',
  },`);
}

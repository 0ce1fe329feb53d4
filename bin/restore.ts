// Restores the table of an environment to a point in time, as a new table that the next deployment can take over:
// docs/operations.md says what comes before and after.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { parseOptions } from './parse-options.ts';
import { restoreTable } from './restore/restore-table.ts';

const USAGE = `Usage: npm run restore -- --environment NAME --to TIME [--name TABLE]
  --environment NAME   whose table, with your AWS credentials
  --to TIME                          ISO 8601 with a zone, such as 2026-11-22T10:00:00Z; within the last 35 days
  --name TABLE                       the new table's name (default: the present one's and the time)
Repeat the same command after a failure: it goes on where it ended.`;

const options = {
  environment: { type: 'string' },
  to: { type: 'string' },
  name: { type: 'string' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run restore', { options });
}

async function run({ environment, to, name, endpoint }: Flags): Promise<void> {
  const config = await findEnvironment(environment);
  const time = timeIn(to);
  const source = tableName(config);
  const target =
    name ??
    `${source}-${time
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(/[:-]/g, '')}`;
  const client = new DynamoDBClient({ region: config.region, ...(endpoint !== undefined && { endpoint }) });
  const restored = await restoreTable({ client, source, target, to: time, report: console.log });
  console.log(`\nPut this into environments/${config.name}.ts, and go on with docs/operations.md:\n`);
  console.log(
    `  restoredTable: {\n    name: '${restored.name}',\n    streamArn: '${restored.streamArn}',\n  },`,
  );
}

function timeIn(text: string | undefined): Date {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new Error(`--to must be a time with a zone, such as 2026-11-22T10:00:00Z.\n${USAGE}`);
  return new Date(text);
}

try {
  const { values } = readArguments();
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

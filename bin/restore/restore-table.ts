import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type WarmThroughput,
} from '@aws-sdk/client-dynamodb';

interface RestoreOptions {
  readonly client: DynamoDBClient;
  readonly source: string;
  readonly target: string;
  /** The point in time, to the second. */
  readonly to: Date;
  readonly report: (line: string) => void;
  /** Milliseconds between two checks of a table that is being created or changed. @default 15,000 */
  readonly waitMs?: number;
}

export interface RestoredTable {
  readonly name: string;
  readonly streamArn: string;
}

/** Restores a table as a new one with what that lacks, such as its stream. Repeating it continues a stopped run. */
export async function restoreTable(options: RestoreOptions): Promise<RestoredTable> {
  const { client, source, target, report } = options;
  const original = await describe(client, source);
  if (!original) throw new Error(`The table ${source} does not exist.`);
  if (await describe(client, target)) report(`The table ${target} exists already.`);
  else await beginRestore(options);
  const restored = await whenActive(options);
  const streamArn = await switchOnStream(options, restored);
  await switchOnTimeToLive(options);
  await switchOnBackups(options);
  await copyTags(options, { from: original, to: restored });
  if (original.DeletionProtectionEnabled && !restored.DeletionProtectionEnabled) {
    report('Protects it from deletion.');
    await client.send(new UpdateTableCommand({ TableName: target, DeletionProtectionEnabled: true }));
    await whenActive(options);
  }
  await warmUp(options, original);
  return { name: target, streamArn };
}

/** Returns undefined if the table doesn't exist. */
async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function beginRestore({ client, source, target, to, report }: RestoreOptions): Promise<void> {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: source }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    backups?.PointInTimeRecoveryDescription ?? {};
  if (!earliest || !latest) throw new Error(`The table ${source} has no point-in-time recovery.`);
  if (to < earliest || to > latest)
    throw new Error(`Choose a time between ${earliest.toISOString()} and ${latest.toISOString()}.`);
  report(`Restores ${source} as of ${to.toISOString()} to ${target}. This takes from minutes to hours.`);
  const request = { SourceTableName: source, TargetTableName: target, RestoreDateTime: to };
  await client.send(new RestoreTableToPointInTimeCommand(request));
}

async function whenActive({ client, target, waitMs = 15_000 }: RestoreOptions): Promise<TableDescription> {
  for (;;) {
    const table = await describe(client, target);
    if (!table) throw new Error(`The table ${target} does not exist: the restore failed.`);
    const { TableStatus, WarmThroughput, GlobalSecondaryIndexes = [] } = table;
    const statuses = [
      TableStatus,
      WarmThroughput?.Status ?? 'ACTIVE',
      ...GlobalSecondaryIndexes.flatMap((index) => [
        index.IndexStatus,
        index.WarmThroughput?.Status ?? 'ACTIVE',
      ]),
    ];
    if (statuses.every((status) => status === 'ACTIVE')) return table;
    await pause(waitMs);
  }
}

async function switchOnStream(options: RestoreOptions, table: TableDescription): Promise<string> {
  const { client, target, report } = options;
  if (table.StreamSpecification?.StreamEnabled && table.LatestStreamArn) return table.LatestStreamArn;
  report('Switches on its stream.');
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await client.send(new UpdateTableCommand({ TableName: target, StreamSpecification }));
  const { LatestStreamArn } = await whenActive(options);
  if (!LatestStreamArn) throw new Error(`The table ${target} has no stream.`);
  return LatestStreamArn;
}

async function switchOnTimeToLive({ client, target, report }: RestoreOptions): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: target }));
  if (['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? '')) return;
  report('Switches on its time to live.');
  const TimeToLiveSpecification = { AttributeName: 'expires_at', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: target, TimeToLiveSpecification }));
}

async function switchOnBackups({ client, target, report }: RestoreOptions): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: target }),
  );
  const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (PointInTimeRecoveryStatus === 'ENABLED') return;
  report('Switches on its point-in-time recovery.');
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(
    new UpdateContinuousBackupsCommand({ TableName: target, PointInTimeRecoverySpecification }),
  );
}

/** Copies the tags. Those that begin with `aws:` are AWS's own. */
async function copyTags(
  { client, report }: RestoreOptions,
  { from, to }: { readonly from: TableDescription; readonly to: TableDescription },
): Promise<void> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: from.TableArn }));
  const own = Tags.filter(({ Key = '' }) => !Key.startsWith('aws:'));
  if (own.length === 0) return;
  report(`Copies ${own.length} tags.`);
  await client.send(new TagResourceCommand({ ResourceArn: to.TableArn, Tags: own }));
}

/** Raises the warm throughput of the table and its indexes to the original's. It can't be lowered. */
async function warmUp(options: RestoreOptions, original: TableDescription): Promise<void> {
  const { client, target, report } = options;
  const { WarmThroughput, GlobalSecondaryIndexes = [] } = await whenActive(options);
  const ofTable = throughputToRaise(WarmThroughput, original.WarmThroughput);
  const ofIndexes = GlobalSecondaryIndexes.flatMap(({ IndexName, WarmThroughput }) => {
    const like = original.GlobalSecondaryIndexes?.find((index) => index.IndexName === IndexName);
    const units = throughputToRaise(WarmThroughput, like?.WarmThroughput);
    return units ? [{ Update: { IndexName, WarmThroughput: units } }] : [];
  });
  if (!ofTable && ofIndexes.length === 0) return;
  report("Raises its warm throughput to the original table's. This takes minutes to hours.");
  await client.send(
    new UpdateTableCommand({
      TableName: target,
      ...(ofTable && { WarmThroughput: ofTable }),
      ...(ofIndexes.length > 0 && { GlobalSecondaryIndexUpdates: ofIndexes }),
    }),
  );
  await whenActive(options);
}

/** The larger of both units for each kind. Returns undefined if the current ones suffice. */
function throughputToRaise(
  present: WarmThroughput = {},
  wanted: WarmThroughput = {},
): WarmThroughput | undefined {
  const { ReadUnitsPerSecond: reads = 0, WriteUnitsPerSecond: writes = 0 } = present;
  const { ReadUnitsPerSecond: wantedReads = 0, WriteUnitsPerSecond: wantedWrites = 0 } = wanted;
  if (wantedReads <= reads && wantedWrites <= writes) return undefined;
  return {
    ReadUnitsPerSecond: Math.max(reads, wantedReads),
    WriteUnitsPerSecond: Math.max(writes, wantedWrites),
  };
}

import type { Engine } from '../engine/engine.ts';
import { touchedItems } from '../engine/touched-items.ts';
import { exceptionOf, isObject, messageOf } from '../store/answer.ts';
import type { Database } from '../store/database.ts';
import { createSingleWriter } from '../store/single-writer.ts';
import type { StreamLog } from '../stream/stream-log.ts';
import type { TableSettingsStore } from '../table/table-settings.ts';
import { addIndexAt } from './remote-index.ts';
import { createUpstream } from './upstream.ts';
import { createWriteJournal, type ItemKey } from './write-journal.ts';

/**
 * Uses another DynamoDB endpoint, where each operation is atomic. Items that a write may change are read before it, and
 * their changes after it; after a crash in between, at the next opening. Only writes through this engine have stream
 * records.
 */
export async function openRemoteEngine(parts: {
  readonly url: string;
  readonly region: string;
  readonly database: Database;
  readonly tables: TableSettingsStore;
  readonly log: StreamLog;
}): Promise<Engine> {
  const send = createUpstream(parts.url, parts.region);
  const alone = createSingleWriter();
  const journal = createWriteJournal(parts, async ({ table, key }) => {
    const answer = await send('GetItem', { TableName: table, Key: key, ConsistentRead: true });
    // A key that cannot be read cannot be written. Any other failure must not pass for a missing item.
    if (exceptionOf(answer) === 'ValidationException') return undefined;
    if (answer.status !== 200) throw new Error(`Table ${table} could not be read: ${messageOf(answer.body)}`);
    return isObject(answer.body) && isObject(answer.body.Item) ? answer.body.Item : undefined;
  });
  await journal.recordChanges();
  return {
    execute(operation, input, userIdentity) {
      const streamed = streamedItems(parts.tables, operation, input);
      if (streamed.length === 0) return send(operation, input);
      return alone(async () => {
        await journal.recordChanges();
        await journal.begin(streamed, userIdentity);
        const answer = await send(operation, input);
        await journal.recordChanges();
        return answer;
      });
    },
    addIndex: (tableName, index, attributeDefinitions) =>
      addIndexAt(send, { tableName, index, attributeDefinitions }),
    idle: () => alone(async () => undefined),
  };
}

/** The keys of the items that an operation may write in tables with a stream. */
function streamedItems(tables: TableSettingsStore, operation: string, input: unknown): ItemKey[] {
  return touchedItems(operation, input).flatMap(({ table, item }) => {
    const settings = tables.get(table);
    if (settings?.streamViewType === undefined) return [];
    return [{ table, key: Object.fromEntries(settings.keyNames.map((name) => [name, item[name]])) }];
  });
}

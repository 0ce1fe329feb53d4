import { z } from 'zod';
import { type Answer, exceptionOf, isObject, messageOf } from './answer.ts';
import type { Change } from './change.ts';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { addIndexAt } from './remote-index.ts';
import { createSingleWriter } from './single-writer.ts';
import type { StreamLog } from './stream-log.ts';
import type { TableSettingsStore } from './table-settings.ts';
import { type TouchedItem, touchedItems } from './touched-items.ts';
import { createUpstream } from './upstream.ts';

const item = z.record(z.string(), z.unknown());
const intent = z.array(z.object({ table: z.string(), key: item, before: item.optional() }));
type Intent = z.infer<typeof intent>;
const INTENT_KEY = 'intent~';

/**
 * Serves the items from another DynamoDB endpoint, which applies each operation wholly or not at all. The items
 * that a write may change are noted, as they are before it; what changed is read afterwards, also after a crash.
 */
export async function openRemoteEngine(parts: {
  readonly url: string;
  readonly region: string;
  readonly database: Database;
  readonly tables: TableSettingsStore;
  readonly log: StreamLog;
}): Promise<Engine> {
  const { database, tables, log } = parts;
  const send = createUpstream(parts.url, parts.region);
  const alone = createSingleWriter();

  async function read({ table, key }: TouchedItem): Promise<z.infer<typeof item> | undefined> {
    const answer = await send('GetItem', { TableName: table, Key: key, ConsistentRead: true });
    // A key that may not be read is one that may not be written. Any other failure must not pass for an absent item.
    if (exceptionOf(answer) === 'ValidationException') return undefined;
    if (answer.status !== 200) throw new Error(`Table ${table} could not be read: ${messageOf(answer.body)}`);
    return isObject(answer.body) && isObject(answer.body.Item) ? answer.body.Item : undefined;
  }

  /** Stores the records of what the noted write did change, if it did. */
  async function settle(noted: Intent, userIdentity?: { type: string; principalId: string }): Promise<void> {
    const changes: Change[] = await Promise.all(
      noted.map(async ({ table, key, before }) => ({ table, before, after: await read({ table, key }) })),
    );
    await log.commit([{ type: 'del', key: INTENT_KEY }], changes, userIdentity);
  }

  async function settleUnfinished(): Promise<void> {
    const noted = await database.get(INTENT_KEY);
    if (noted !== undefined) await settle(intent.parse(noted));
  }

  const engine: Engine = {
    execute(operation, input, userIdentity) {
      const touched = touchedItems(operation, input).flatMap(({ table, item: whole }) => {
        const { streamViewType, keyNames } = tables.get(table) ?? { keyNames: [] };
        const key = Object.fromEntries(keyNames.map((name) => [name, whole[name]]));
        return streamViewType === undefined ? [] : [{ table, key }];
      });
      if (touched.length === 0) return send(operation, input);
      return alone(async (): Promise<Answer> => {
        await settleUnfinished();
        const noted = await Promise.all(touched.map(async (one) => ({ ...one, before: await read(one) })));
        await database.batch([{ type: 'put', key: INTENT_KEY, value: noted }]);
        const answer = await send(operation, input);
        await settle(noted, userIdentity);
        return answer;
      });
    },
    addIndex: (tableName, index, attributeDefinitions) =>
      addIndexAt(send, { tableName, index, attributeDefinitions }),
    idle: () => alone(async () => undefined),
  };
  await settleUnfinished();
  return engine;
}

import { z } from 'zod';
import { type Answer, exceptionOf, isObject, messageOf } from '../store/answer.ts';
import type { Change, Item, UserIdentity } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import type { StreamLog } from '../stream/stream-log.ts';
import type { TableSettingsStore } from '../table/table-settings.ts';
import { createSingleWriter } from './embedded-engine.ts';
import type { Engine } from './engine.ts';
import { touchedItems } from './touched-items.ts';

/** Uses another DynamoDB endpoint. Records what a write may change before and after it, or at the next start. */
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
    // An invalid key can't be written either. No other failure may count as a missing item.
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
    idle: () => alone(async () => undefined),
  };
}

/** The keys of the items that an operation may write in tables with a stream. */
function streamedItems(tables: TableSettingsStore, operation: string, input: unknown): ItemKey[] {
  return touchedItems(operation, input).flatMap(({ table, item }) => {
    const settings = tables.get(table);
    if (!settings?.hasStream) return [];
    return [{ table, key: Object.fromEntries(settings.keyNames.map((name) => [name, item[name]])) }];
  });
}

type Send = (operation: string, input: unknown) => Promise<Answer>;

/** A client of a local DynamoDB endpoint, which requires a signature without verifying it. */
function createUpstream(url: string, region: string): Send {
  return async (operation, input) => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const credential = `local/${date.slice(0, 8)}/${region}/dynamodb/aws4_request`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'x-amz-date': date,
        authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=0`,
      },
      body: JSON.stringify(input),
    }).catch((error: unknown) => {
      throw new Error(`The DynamoDB endpoint ${url} does not answer.`, { cause: error });
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
}

const item = z.record(z.string(), z.unknown());
const intent = z.object({
  items: z.array(z.object({ table: z.string(), key: item, before: item.optional() })),
  userIdentity: z.object({ type: z.string(), principalId: z.string() }).optional(),
});

const INTENT_KEY = 'intent~';

interface ItemKey {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
}

/** Records the items that a write to another endpoint may change, until its stream records are stored. */
interface WriteJournal {
  /** Stores the items' state before a write. */
  begin(items: readonly ItemKey[], userIdentity: UserIdentity | undefined): Promise<void>;
  /** Stores the stream records of the recorded write, if it changed an item; also after a crash. */
  recordChanges(): Promise<void>;
}

/** Keeps the journal beside the streams; `read` returns the current item. */
function createWriteJournal(
  { database, log }: { database: Database; log: StreamLog },
  read: (item: ItemKey) => Promise<Item | undefined>,
): WriteJournal {
  return {
    async begin(keys, userIdentity) {
      const items = await Promise.all(keys.map(async (one) => ({ ...one, before: await read(one) })));
      await database.batch([{ type: 'put', key: INTENT_KEY, value: { items, userIdentity } }]);
    },
    async recordChanges() {
      const noted = intent.optional().parse(database.getSync(INTENT_KEY));
      if (noted === undefined) return;
      const changes: Change[] = await Promise.all(
        noted.items.map(async ({ table, key, before }) => ({
          table,
          before,
          after: await read({ table, key }),
        })),
      );
      await log.commit([{ type: 'del', key: INTENT_KEY }], changes, noted.userIdentity);
    },
  };
}

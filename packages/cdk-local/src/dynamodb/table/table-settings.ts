import { z } from 'zod';
import type { Database } from '../store/database.ts';

const tableSettings = z.object({
  tableName: z.string(),
  keyNames: z.array(z.string()),
  hasStream: z.boolean(),
  timeToLiveAttribute: z.string().optional(),
});

/** The table settings that dynalite doesn't store: stream and time to live. */
export type TableSettings = z.infer<typeof tableSettings>;

export interface TableSettingsStore {
  get(tableName: string): TableSettings | undefined;
  all(): TableSettings[];
  save(settings: TableSettings): Promise<void>;
}

export async function loadTableSettings(database: Database): Promise<TableSettingsStore> {
  const tables = new Map<string, TableSettings>();
  for await (const value of database.values({ gt: 'settings~', lt: 'settings~\xff' })) {
    const settings = tableSettings.parse(value);
    tables.set(settings.tableName, settings);
  }
  return {
    get: (tableName) => tables.get(tableName),
    all: () => [...tables.values()],
    async save(settings) {
      await database.batch([{ type: 'put', key: `settings~${settings.tableName}`, value: settings }]);
      tables.set(settings.tableName, settings);
    },
  };
}

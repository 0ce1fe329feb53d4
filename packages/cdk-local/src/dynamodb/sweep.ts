import type { Engine } from './engine/engine.ts';
import type { TableSettingsStore } from './table/table-settings.ts';
import { deleteExpired } from './time-to-live.ts';

/** Milliseconds between deletions of expired items. AWS takes days; a laptop should show the effect. */
const SWEEP_INTERVAL = 60_000;

/** Deletes the expired items of all tables now and each minute, until stopped. */
export function startSweep(engine: Engine, tables: TableSettingsStore): { stop(): Promise<void> } {
  let stopped = false;
  let last = Promise.resolve();
  const sweep = async () => {
    for (const table of tables.all()) if (!stopped) await deleteExpired(engine, table, Date.now());
  };
  const begin = () => {
    last = last.then(sweep).catch((error: unknown) => {
      console.warn('Expired items could not be deleted, another try follows in a minute:', error);
    });
  };
  begin();
  const timer = setInterval(begin, SWEEP_INTERVAL).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await last;
    },
  };
}

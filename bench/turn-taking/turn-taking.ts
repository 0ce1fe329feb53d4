import { startMeasuredService } from '../measured-service.ts';
import type { Table } from '../table.ts';
import { measureSilences } from './silences.ts';

/** Measures how agents take turns: their silence with and without asking ahead. */
export async function measureTurnTaking(): Promise<readonly Table[]> {
  const service = await startMeasuredService();
  try {
    return [await measureSilences(service)];
  } finally {
    await service.close();
  }
}

import { startMeasuredService } from '../measured-service.ts';
import type { Table } from '../table.ts';
import { measureBackchannels } from './backchannels.ts';
import { measurePauses } from './pauses.ts';
import { measureSilences } from './silences.ts';

/** Measures how agents take turns: their silence with and without asking ahead, sounds of listening, and pauses. */
export async function measureTurnTaking(): Promise<readonly Table[]> {
  const service = await startMeasuredService();
  try {
    return [await measureSilences(service), await measureBackchannels(service), await measurePauses(service)];
  } finally {
    await service.close();
  }
}

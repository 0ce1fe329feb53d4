import type { LoggedSearch, SimulatedIndex } from 'vendor-simulators/vector-database/vector-database.ts';
import { getJson } from '../service/api.ts';

/** Adds an index to the simulated vector database. */
export async function putIndex(
  url: string,
  name: string,
  index: Partial<SimulatedIndex> & Pick<SimulatedIndex, 'api_key'>,
): Promise<void> {
  const { ok, status } = await fetch(`${url}/simulator/indexes/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(index),
  });
  if (!ok) throw new Error(`The index ${name}: ${status}`);
}

/** The queries of an index, in order. */
export async function searchesOf(url: string, name: string): Promise<string[]> {
  const searches: LoggedSearch[] = await getJson(`${url}/simulator/searches`);
  return searches.filter(({ index }) => index === name).map(({ text }) => text);
}

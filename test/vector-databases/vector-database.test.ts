import { startVectorDatabase } from 'vendor-simulators/vector-database/vector-database.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { issueOfSearch, searchVectorDatabase } from '../../lambdas/vector-databases/look-up.ts';
import { putIndex, searchesOf } from '../support/peers/vector-database.ts';

const KEY = 'key-of-the-database';
const PASSAGES = ['We open at nine on weekdays.', 'Implants cost 900 euros.', 'Parking is behind the house.'];
const database = await startVectorDatabase();
afterAll(() => database.close());
vi.stubEnv('VECTOR_DATABASE_API_URL', database.url);
vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');

const search = (index: string, text: string, api_key = KEY) =>
  searchVectorDatabase({ index, api_key }, text, AbortSignal.timeout(60_000));

describe('a search in a vector database', () => {
  it('returns the best matching passages, best first', async () => {
    await putIndex(database.url, 'practice', { api_key: KEY, passages: PASSAGES });

    const found = await search('practice', 'What do implants cost?');

    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({ id: 'passage-1', text: 'Implants cost 900 euros.' });
    expect(await searchesOf(database.url, 'practice')).toEqual(['What do implants cost?']);
  });

  it('returns four passages at most, none longer than 2,000 characters', async () => {
    const passages = Array.from({ length: 9 }, (_, index) => `tea ${index} ${'x'.repeat(5_000)}`);
    await putIndex(database.url, 'long', { api_key: KEY, passages });

    const found = await search('long', `tea ${'y'.repeat(5_000)}`);

    expect(found.map(({ text }) => text.length)).toEqual([2000, 2000, 2000, 2000]);
    expect((await searchesOf(database.url, 'long'))[0]).toHaveLength(1000);
  });

  it('finds a re-created index at the second attempt', async () => {
    await putIndex(database.url, 'moved', { api_key: KEY, passages: ['old'] });
    await search('moved', 'x');
    await putIndex(database.url, 'moved', { api_key: KEY, passages: ['new'], fault: 'http_500' });
    await expect(search('moved', 'x')).rejects.toThrow('500');
    await putIndex(database.url, 'moved', { api_key: KEY, host: '10.0.0.1' });

    await expect(search('moved', 'x')).rejects.toThrow('10.0.0.1');
  });

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
    'localhost:22',
  ])('connects to no address that is not public, whatever the index’s host: %s', async (host) => {
    await putIndex(database.url, `at-${host}`, { api_key: KEY, host });

    await expect(search(`at-${host}`, 'x')).rejects.toThrow(/not (public|allowed)/);
  });

  it('fails for a missing index, another’s key, one without integrated embedding, and a malformed answer', async () => {
    await putIndex(database.url, 'vectors', { api_key: KEY, integrated: false });
    await putIndex(database.url, 'nonsense', { api_key: KEY, fault: 'garbage' });

    await expect(search('nowhere', 'x')).rejects.toThrow('404');
    await expect(search('practice', 'x', 'another')).rejects.toThrow('401');
    await expect(search('vectors', 'x')).rejects.toThrow('no integrated embedding model');
    await expect(search('nonsense', 'x')).rejects.toThrow(SyntaxError);
  });
});

it.each([
  ['practice', KEY, undefined],
  ['practice', 'another', 'refuses this key'],
  ['nowhere', KEY, 'no index of this name'],
  ['vectors', KEY, 'no integrated embedding model'],
  ['nonsense', KEY, 'did not answer as expected'],
])('a check of a vector database searches once and says what is wrong: %s with the key %s', async (index, api_key, issue) => {
  await putIndex(database.url, 'practice', { api_key: KEY, passages: PASSAGES });
  await putIndex(database.url, 'vectors', { api_key: KEY, integrated: false });
  await putIndex(database.url, 'nonsense', { api_key: KEY, fault: 'garbage' });

  const found = await issueOfSearch({ index, api_key });

  expect(found).toEqual(issue && expect.stringContaining(issue));
});

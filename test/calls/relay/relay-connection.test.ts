import { afterAll, expect, it, vi } from 'vitest';
import { relayConnection } from '../../../lambdas/calls/relay/relay-connection.ts';
import { MemoryStore } from '../../../lambdas/conversation/store/memory-store.ts';
import { Peer } from '../../support/peer.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { CREDENTIALS } from '../../support/table/variables.ts';

const WORDS = 'It is noon.';

const call = storedCall();
const answer = { text: WORDS, complete: true, timestamp: new Date().toISOString() };
/** What API Gateway answers to each frame; 0: nothing, undefined: it breaks off. */
let answers: ((words: string) => Promise<number | undefined>)[] = [];
const gateway = new Peer(async ({ text }, response) => {
  const status = await answers.shift()?.(JSON.parse(text).token);
  const type = status === 429 ? 'LimitExceededException' : 'InternalServerError';
  if (status === 0) return;
  if (status === undefined) response.destroy();
  else response.writeHead(status, status === 200 ? {} : { 'x-amzn-errortype': type }).end('{}');
});
afterAll(() => gateway.close());
vi.stubEnv('CONNECTIONS_URL', await gateway.listen());
for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);

const TEXT = { type: 'text', token: WORDS, last: true } as const;
const KEYS = { type: 'sendDigits', digits: '12' } as const;

it.each([
  ['presses keys once whose response is lost', [undefined], KEYS, false, 1],
  ['presses keys that were refused for their number', [429, 200], KEYS, false, 2],
  ['says words once whose response is lost', [undefined], TEXT, true, 1],
  ['says words once whose response never comes', [0], TEXT, true, 1],
  ['sends words again that the vendor does not play', [undefined, 200], TEXT, false, 2],
  ['sends words again that were refused for their number', [429, 200], TEXT, false, 2],
  ['sends words again whose repetition failed too', [500, 500, 200], TEXT, false, 3],
])('%s', async (_, statuses, frame, isPlayed, expected) => {
  const store = new MemoryStore({ ...sessionOf(call), reports_playback: true, answer }, call);
  let sent = 0;
  answers = statuses.map((status) => async (words) => {
    sent += 1;
    if (isPlayed) await store.addPlayed({ words, frameId: 'report' });
    return status;
  });

  expect(await relayConnection(store, 0).send(frame)).toBe(true);
  expect(sent).toBe(expected);
});

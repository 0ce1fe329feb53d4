// Many users, each below their own limits, use all methods at once, while one more user has a call.
import { setTimeout as wait } from 'node:timers/promises';
import type { Invocation } from 'cdk-local/functions/start-functions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { production } from '../../../lib/config/production.ts';
import { WatchedApi } from '../../support/neighbours/watched-api.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { addModelRules } from '../../support/scene.ts';
import { tokenOfNewUser } from '../../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

const USERS = 6;
const TURNS = 4;
/** Low, so that the crowd together sends several times what one of them may. */
const BUDGET = { perSecond: 8, atOnce: 16 };
/** Milliseconds between two requests of a user: below their budget. */
const PACE_MS = 1500 / BUDGET.perSecond;

let service: OwnService;
/** Finished invocations of functions, with their outcome. */
const invocations: Invocation[] = [];

beforeAll(async () => {
  service = await startOwnService(
    {
      USER_REQUESTS_PER_SECOND: String(BUDGET.perSecond),
      USER_REQUESTS_AT_ONCE: String(BUDGET.atOnce),
      // A busy machine must not count as a silent callee.
      MAX_SILENCE_SECONDS: '300',
    },
    { onInvocation: (invocation) => invocations.push(invocation) },
  );
}, 120_000);

afterAll(() => service.close());

/** An empty request: it is counted, authorized and parsed as every other. */
const bare = ({ method, path }: Operation, api: WatchedApi) =>
  api.send(path, { method, redirect: 'manual', ...(method === 'POST' && { body: '{}' }) });

/** Requests of people at work: they read, store, and query the vendor. */
const work: readonly ((api: WatchedApi, at: number) => Promise<unknown>)[] = [
  (api) => api.get('/v1/agents/list'),
  (api) => api.get('/v1/calls/list'),
  (api) => api.get('/v1/usage'),
  (api, at) => api.post('/v1/prompts/create', { content: `Sell tea, ${at}.` }),
  (api, at) => api.post('/v1/do_not_call/add', { phone_numbers: [`+1555${7_000_000 + at}`], reason: 'x' }),
];

/** Sends requests until told to stop, at the user's pace: every operation in order, and work between them. */
async function keepSending(api: WatchedApi, first: number, stop: AbortSignal): Promise<void> {
  const steps = operations.length * 2;
  for (let at = first; !stop.aborted; at++) {
    const step = at % steps;
    const operation = operations[step >> 1];
    const job = work[at % work.length];
    // Ending the session or revoking tokens takes names that an empty request lacks.
    if (step % 2 === 0 && operation) await bare(operation, api);
    else if (job) await job(api, at);
    await wait(PACE_MS);
  }
}

const isTurn = ({ functionName }: Invocation, turns: string) => functionName === turns;

it('a crowd of users costs a call none of its turns, and none of its users gets a 429 or a 5xx because of the others', {
  timeout: 300_000,
}, async () => {
  const { connection, api, runtime } = service;
  const replies = Array.from({ length: TURNS }, (_, turn) => `This is answer number ${turn}.`);
  await addModelRules(
    connection,
    replies.map((reply, turn) => ({ when: { last_user: `question ${turn}` }, reply })),
  );
  const crowd: WatchedApi[] = [];
  for (let user = 0; user < USERS; user++)
    crowd.push(new WatchedApi(connection.base_url, await tokenOfNewUser(connection)));
  const stop = new AbortController();

  const sending = crowd.map((user, at) => keepSending(user, at * 40, stop.signal));
  const talk = await startTalk(connection, api, { prompt: 'BESIDE-A-CROWD' });
  for (const [turn, reply] of replies.entries()) {
    await talk.line({ say: `Here is question ${turn}` });
    await talk.happened(reply);
  }
  // Each user has reached each operation in the time that the others needed for it.
  while (crowd.some(({ seen }) => seen.length < operations.length)) await wait(PACE_MS);
  stop.abort();
  await Promise.all(sending);

  const turns = runtime.resources.find(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Function' &&
      JSON.stringify(properties).includes('"POWERTOOLS_SERVICE_NAME":"conversation/message"'),
  );
  const ofTurns = invocations.filter((invocation) => isTurn(invocation, turns?.ref ?? ''));
  // Nobody met their own limit or the common one, and no failure affected another user.
  expect(crowd.flatMap((user) => user.disturbances())).toEqual([]);
  // This protects the call if the crowd grows: the turns have reserved concurrency.
  expect(turns?.properties.ReservedConcurrentExecutions).toBe(production.concurrency?.turns);
  expect(ofTurns.length).toBeGreaterThanOrEqual(TURNS);
  expect(ofTurns.filter(({ result }) => !result.ok)).toEqual([]);
});

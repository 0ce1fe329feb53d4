// Conversations whose relay loses its connection again and again, under seeds. Repeat one: FIRST_LOSS_SEED=n LOSS_SEEDS=1.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RetryingClient } from '../../faults/retrying-client.ts';
import { ExternalService, json } from '../../support/peers/external-service.ts';
import { findOrder } from '../../support/samples.ts';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { type Answer, getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const FIRST = Number(process.env.FIRST_LOSS_SEED ?? 1);
const TURNS = 30;
/** Conversations at the same time. */
const AT_ONCE = 4;
/** Takeovers are promised for functions that begin within a second. On a busy machine they take several: LOSS_SPEED=0.5. */
const SPEED = Number(process.env.LOSS_SPEED ?? 1);

/** Whether the agent looks a line up, by its number, before it answers. */
const isLookedUp = (turn: number) => turn % 6 === 3;

const service = new ExternalService({ '/lines': json({ result: 'found' }) });
let own: OwnService;
let agentId: string;

beforeAll(async () => {
  own = await startOwnService({}, { speed: SPEED });
  const system = 'SPEC-LOSS';
  const reply = 'I heard this: ${last_user}. Is there anything else?';
  const lookUps = Array.from({ length: TURNS }, (_, number) => ({
    when: { system, last_user: `line ${number} of` },
    tool_call: { name: 'find_order', arguments: { number } },
  }));
  await addModelRules(own.connection, [
    { when: { system, tool_result: 'found' }, reply },
    ...lookUps.filter((_, turn) => isLookedUp(turn)),
    { when: { system, last_user: 'line' }, reply },
  ]);
  const { agent } = await makeAgent(own.api, {
    prompt: system,
    initialMessage: 'Hello there.',
    actions: [findOrder(`${await service.listen()}/lines`)],
  });
  agentId = agent.id;
});
afterAll(() => Promise.all([own.close(), service.close()]));

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A callee who says a line a turn, and whose connection is lost in a third of the turns. */
function scriptOf(seed: number): object[] {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const drop = () => ({
    reconnect_after_ms: below(400),
    resend_last: below(4),
    reorder: random() < 0.3,
    close_after_ms: random() < 0.3 ? below(300) : 0,
  });
  return Array.from({ length: TURNS }, (_, turn) => {
    const say = { say: `this is line ${turn} of ${seed}` };
    // After the last line the callee hangs up, so nothing is lost behind it.
    if (turn === TURNS - 1 || random() >= 1 / 3) return [say];
    const isSpeaking = random() < 0.6;
    const lost = { drop: drop(), ...(isSpeaking && { after_words: below(6) }) };
    // Words that were sent to a socket that nobody reads are sent again once the vendor had time to speak the first clause.
    const lines = lost.drop.close_after_ms > 0 ? [lost, { wait_ms: 6_000 }] : [lost];
    return random() < 0.5 ? [say, ...lines] : [...lines, say];
  }).flat();
}

interface Plan {
  readonly seeds: number;
  /** With faults of AWS, a call may not be placed, and a line may get no answer or an apology. @default false */
  readonly mayMiss?: boolean;
}

/** Polls of up to 50 s: a callee whom nobody answers takes 20 s for a line, and reconciliation ends a call within 3 minutes. */
const POLLS = 16;
/** Milliseconds between two reads of a call, which cost as much as a turn of it. */
const POLL_MS = 2_000;

/**
 * Whether nobody can know that words were heard, which the carrier then got again: the function of their last report was
 * killed and the connection lost before the carrier could tell, or the connection never had its setup.
 */
function isReportLost(events: readonly Answer['body'][], words: string): boolean {
  const again = events.findLastIndex(
    ({ direction, frame }) => direction === 'received' && frame.token?.includes(words),
  );
  const isReport = ({ direction, frame }: Answer['body']) =>
    direction === 'sent' && frame.name === 'tokensPlayed' && frame.value.includes(words);
  const later = events.slice(events.slice(0, again).findLastIndex(isReport) + 1, again);
  const tells = (type: string) => later.some(({ frame }) => frame?.type === type);
  const isGivenUp = later.some(({ message }) => message?.startsWith('WebSocket ended by the application'));
  return tells('setup') && (isGivenUp || !tells('error'));
}

/** What is wrong with a conversation. */
async function converse(seed: number, { mayMiss = false }: Plan): Promise<readonly string[]> {
  const callee = { answer: 'answer', script: scriptOf(seed), patience_ms: 20_000 };
  const client = new RetryingClient(own.connection);
  const [to_number, from_number] = [newNumber(), own.connection.phone_number];
  await setCallee(own.connection, to_number, callee);
  const { id } = await client.created('/v1/calls/create', { from_number, to_number, agent: agentId });
  const ended = (polls = POLLS): Promise<Answer['body']> =>
    until(
      `call ${id}`,
      async () => {
        const { body } = await client.get(`/v1/calls?id=${id}`);
        return body.end_time ? body : { waitingFor: body.status };
      },
      POLL_MS,
    ).catch((error: unknown) => (polls > 1 ? ended(polls - 1) : Promise.reject(error)));
  const { transcript, status, error_message, telephony_metadata } = await ended();
  if (mayMiss && error_message?.includes('did not place the call')) return [];
  const log = `${own.connection.carrier_url}/simulator/calls/${telephony_metadata.call_sid}`;
  const { events } = await getJson(log);
  const heard = events.filter(({ type }: Answer['body']) => type === 'agent');
  const record = `${transcript ?? ''}\nHEARD: ${heard.map(({ text }: Answer['body']) => text).join('')}`;
  const times = (text: string) => record.split(text).length - 1;
  const asked = service.askedFor(id).map(({ headers, text }) => ({
    key: headers['idempotency-key'],
    line: JSON.parse(text).payload.number,
  }));
  const isWrong = (count: number) => count > 1 || (count === 0 && !mayMiss);
  const issues = Array.from({ length: TURNS }, (_, turn) => {
    const words = `this is line ${turn} of ${seed}`;
    const answered = times(`AGENT: I heard this: ${words}.`);
    // The answers are in the transcript, and in what was heard.
    const said = times(`${words}.`) - answered;
    const heardTimes = mayMiss && said === 2 && isReportLost(events, words) ? 1 : said;
    // Requests with the same key have one effect.
    const effects = new Set(asked.filter(({ line }) => line === turn).map(({ key }) => key));
    const counts = [
      times(`HUMAN: ${words}\n`),
      answered,
      heardTimes,
      ...(isLookedUp(turn) ? [effects.size] : []),
    ];
    return counts.some(isWrong) ? [`${words}: said, answered, heard, looked up ${counts} times`] : [];
  }).flat();
  if (status !== 'ended') issues.push(`status ${status}`);
  return issues.length > 0 ? [`seed ${seed}: ${issues.join('; ')}\n${record}`] : [];
}

async function reportsOf(plan: Plan): Promise<readonly string[]> {
  const seeds = Array.from({ length: plan.seeds }, (_, index) => FIRST + index);
  const reports: string[] = [];
  const converseOn = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      reports.push(...(await converse(seed, plan)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, converseOn));
  return reports;
}

const DROPS = { seeds: Number(process.env.LOSS_SEEDS ?? 4) };
const KILLS = { seeds: Number(process.env.LOSS_SEEDS ?? 4), mayMiss: true };
const timeoutOf = ({ seeds }: Plan) => ({ timeout: 300_000 + seeds * 40_000 });

it('answers each line of a contact once, whatever connections are lost', timeoutOf(DROPS), async () => {
  expect(await reportsOf(DROPS)).toEqual([]);
});

it('answers no line twice if functions are killed and throttled as well', timeoutOf(KILLS), async () => {
  own.runtime.useFaults({ seed: FIRST, rate: 0.02 });

  expect(await reportsOf(KILLS)).toEqual([]);
});

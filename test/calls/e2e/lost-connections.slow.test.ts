// Conversations whose relay loses its connection again and again, under seeds. Repeat one: FIRST_LOSS_SEED=n LOSS_SEEDS=1.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RetryingClient } from '../../faults/retrying-client.ts';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { type Answer, getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const FIRST = Number(process.env.FIRST_LOSS_SEED ?? 1);
const TURNS = 30;
/** Conversations at the same time. */
const AT_ONCE = 3;

let own: OwnService;
let agentId: string;

beforeAll(async () => {
  own = await startOwnService({});
  await addModelRules(own.connection, [
    {
      when: { system: 'SPEC-LOSS', last_user: 'line' },
      reply: 'I heard this: ${last_user}. Is there anything else?',
    },
  ]);
  const { agent } = await makeAgent(own.api, { prompt: 'SPEC-LOSS', initialMessage: 'Hello there.' });
  agentId = agent.id;
});
afterAll(() => own.close());

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
  /**
   * With faults of AWS, a call may not be placed, a line may get no answer or an apology, and what was heard may be said
   * again: its report was lost. @default false
   */
  readonly mayMiss?: boolean;
}

/** Polls of up to 50 s: a callee whom nobody answers takes 20 s for a line, and reconciliation ends a call within 3 minutes. */
const POLLS = 16;

/** What is wrong with a conversation. */
async function converse(seed: number, { mayMiss = false }: Plan): Promise<readonly string[]> {
  const callee = { answer: 'answer', script: scriptOf(seed), patience_ms: 20_000 };
  const client = new RetryingClient(own.connection);
  const [to_number, from_number] = [newNumber(), own.connection.phone_number];
  await setCallee(own.connection, to_number, callee);
  const { id } = await client.created('/v1/calls/create', { from_number, to_number, agent: agentId });
  const ended = (polls = POLLS): Promise<Answer['body']> =>
    until(`call ${id}`, async () => {
      const { body } = await client.get(`/v1/calls?id=${id}`);
      return body.end_time ? body : { waitingFor: body.status };
    }).catch((error: unknown) => (polls > 1 ? ended(polls - 1) : Promise.reject(error)));
  const { transcript, status, error_message, telephony_metadata } = await ended();
  if (mayMiss && error_message?.includes('did not place the call')) return [];
  const log = `${own.connection.carrier_url}/simulator/calls/${telephony_metadata.call_sid}`;
  const { events } = await getJson(log);
  const heard = events.filter(({ type }: Answer['body']) => type === 'agent');
  const record = `${transcript ?? ''}\nHEARD: ${heard.map(({ text }: Answer['body']) => text).join('')}`;
  const times = (text: string) => record.split(text).length - 1;
  const isWrong = (count: number) => count > 1 || (count === 0 && !mayMiss);
  const issues = Array.from({ length: TURNS }, (_, turn) => {
    const words = `this is line ${turn} of ${seed}`;
    const answered = times(`AGENT: I heard this: ${words}.`);
    // The answers are in the transcript, and in what was heard.
    const heardTimes = times(`${words}.`) - answered;
    const counts = [times(`HUMAN: ${words}\n`), answered, ...(mayMiss ? [] : [heardTimes])];
    return counts.some(isWrong)
      ? [`${words}: said and answered ${counts} times, heard ${heardTimes} times`]
      : [];
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

const DROPS = { seeds: Number(process.env.LOSS_SEEDS ?? 12) };
const KILLS = { seeds: Number(process.env.LOSS_SEEDS ?? 3), mayMiss: true };
const timeoutOf = ({ seeds }: Plan) => ({ timeout: 300_000 + seeds * 40_000 });

it('answers each line of a contact once, whatever connections are lost', timeoutOf(DROPS), async () => {
  expect(await reportsOf(DROPS)).toEqual([]);
});

it('answers no line twice if functions are killed and throttled as well', timeoutOf(KILLS), async () => {
  own.runtime.useFaults({ seed: FIRST, rate: 0.02 });

  expect(await reportsOf(KILLS)).toEqual([]);
});

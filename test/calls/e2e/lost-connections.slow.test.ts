// Conversations whose relay loses its connection again and again, under seeds. Repeat one: FIRST_LOSS_SEED=n LOSS_SEEDS=1.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RetryingClient } from '../../faults/retrying-client.ts';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const SEEDS = Number(process.env.LOSS_SEEDS ?? 12);
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
function scriptOf(seed: number, turns: number): object[] {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const drop = () => ({
    reconnect_after_ms: below(400),
    resend_last: below(4),
    reorder: random() < 0.3,
    close_after_ms: random() < 0.3 ? below(300) : 0,
  });
  return Array.from({ length: turns }, (_, turn) => {
    const say = { say: `this is line ${turn} of ${seed}` };
    // After the last line the callee hangs up, so nothing is lost behind it.
    if (turn === turns - 1 || random() >= 1 / 3) return [say];
    const isSpeaking = random() < 0.6;
    const lost = { drop: drop(), ...(isSpeaking && { after_words: below(6) }) };
    // Words that were sent to a socket that nobody reads are sent again after 1.5 s.
    const lines = lost.drop.close_after_ms > 0 ? [lost, { wait_ms: 2_500 }] : [lost];
    return random() < 0.5 ? [say, ...lines] : [...lines, say];
  }).flat();
}

interface Plan {
  readonly turns?: number;
  /** With faults of AWS, a line may get no answer, or an apology. */
  readonly mayMiss?: boolean;
}

/** What is wrong with a conversation. */
async function converse(seed: number, { turns = TURNS, mayMiss = false }: Plan): Promise<readonly string[]> {
  const callee = { answer: 'answer', script: scriptOf(seed, turns), patience_ms: 20_000 };
  const client = new RetryingClient(own.api);
  const [to_number, from_number] = [newNumber(), own.connection.phone_number];
  await setCallee(own.connection, to_number, callee);
  const { id } = await client.created('/v1/calls/create', { from_number, to_number, agent: agentId });
  const ended = () =>
    until(`call ${id}`, async () => {
      const { body } = await client.get(`/v1/calls?id=${id}`);
      return body.end_time ? body : { waitingFor: body.status };
    });
  // Thirty turns take a minute or two.
  const { transcript, status } = await ended().catch(ended).catch(ended);
  const lines: string[] = (transcript ?? '').split('\n');
  const times = (text: string) => lines.filter((line) => line.includes(text)).length;
  const isWrong = (count: number) => count > 1 || (count === 0 && !mayMiss);
  const issues = Array.from({ length: turns }, (_, turn) => {
    const words = `this is line ${turn} of ${seed}`;
    const counts = [times(`HUMAN: ${words}`), times(`AGENT: I heard this: ${words}`)];
    return counts.some(isWrong) ? [`${words}: said and answered ${counts} times`] : [];
  }).flat();
  if (status !== 'ended') issues.push(`status ${status}`);
  return issues.length > 0 ? [`seed ${seed}: ${issues.join('; ')}\n${lines.join('\n')}`] : [];
}

async function reportsOf(plan: Plan = {}): Promise<readonly string[]> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST + index);
  const reports: string[] = [];
  const converseOn = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      reports.push(...(await converse(seed, plan)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, converseOn));
  return reports;
}

const timeout = 120_000 + SEEDS * 30_000;

it('answers each line of a contact once, whatever connections are lost', { timeout }, async () => {
  expect(await reportsOf()).toEqual([]);
});

it('answers no line twice if functions are killed and throttled as well', { timeout }, async () => {
  own.runtime.useFaults({ seed: FIRST, rate: 0.02 });

  expect(await reportsOf({ turns: 6, mayMiss: true })).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import { agentTest } from '../lambdas/agent-tests/model/agent-test.ts';
import { playTest } from '../lambdas/agent-tests/play/play-test.ts';
import type { LanguageModel } from '../lambdas/vendors/llm/language-model.ts';
import { openAiCompatibleModel } from '../lambdas/vendors/llm/openai/openai-model.ts';
import { storedCall } from '../test/support/table/stored-call.ts';
import { number, type Table, verdict } from './table.ts';

const TESTS = 200;
const TURNS = 5;
const AT_ONCE = 8;
const WARM_UP = 20;

/** Goals: milliseconds of a turn above the model, and seconds of all tests. */
const TURN_MS = 15;
const ALL_SECONDS = 20;

const REPLY = 'That day is free. What time would you like to come?';

const TEST = agentTest.parse({
  name: 'measured',
  turns: Array.from({ length: TURNS }, (_, index) => ({
    contact: `I would like to come on day ${index}.`,
    expect: [{ says: { matches: 'day is (free|taken)' } }, { within_ms: 1_500 }],
  })),
  always: [{ never_says: 'guarantee' }],
});

/** Measures scripted tests in one process, with a model that takes no time, and with the scripted one over HTTP. */
export async function measureAgentTests(): Promise<Table> {
  Object.assign(process.env, {
    MAX_CALL_SECONDS: '3600',
    MAX_SILENCE_SECONDS: '30',
    MAX_MENU_SILENCE_SECONDS: '60',
  });
  const server = await startModel({ replies: [{ reply: REPLY }] });
  const overHttp = openAiCompatibleModel(async () => ({
    apiKey: 'x',
    baseUrl: server.url,
    model: 'scripted',
  }));
  const instant: LanguageModel = {
    async *stream() {
      for (const text of REPLY.match(/\S+\s*/g) ?? []) yield { kind: 'text', text };
    },
  };
  try {
    await play(overHttp, { tests: WARM_UP, atOnce: 1 });
    const own = await play(instant, { tests: TESTS, atOnce: 1 });
    const one = await play(overHttp, { tests: TESTS, atOnce: 1 });
    const many = await play(overHttp, { tests: TESTS, atOnce: AT_ONCE });
    const rowOf = (what: string, ms: number, kept: string) => [
      what,
      number(ms / 1000, 2),
      number(ms / TESTS / TURNS, 2),
      number((TESTS * TURNS * 1000) / ms),
      kept,
    ];
    return {
      title: 'Agent tests',
      note:
        `${TESTS} scripted tests of ${TURNS} turns, in memory and by a clock of their own; the scripted model runs in the same process. ` +
        `Goals: ${TURN_MS} ms a turn above the model, and ${ALL_SECONDS} s for all tests.`,
      columns: ['model', 'all, s', 'a turn, ms', 'turns a second', 'goal'],
      rows: [
        rowOf('takes no time', own, verdict(own / TESTS / TURNS, TURN_MS)),
        rowOf('scripted, one test at once', one, verdict(one / 1000, ALL_SECONDS)),
        rowOf(`scripted, ${AT_ONCE} tests at once`, many, verdict(many / 1000, ALL_SECONDS)),
      ],
    };
  } finally {
    await server.close();
  }
}

/** Plays tests, and returns the milliseconds of all. */
async function play(
  model: LanguageModel,
  { tests, atOnce }: { readonly tests: number; readonly atOnce: number },
): Promise<number> {
  const { agent, settings } = storedCall();
  const snapshot = { agent: { ...agent, initial_message: 'Good day.' }, settings };
  const begun = performance.now();
  let left = tests;
  const playNext = async (): Promise<void> => {
    while (left-- > 0) {
      const run = { caseId: randomUUID(), userId: randomUUID(), snapshot, knowledge: async () => [] };
      const { status, error } = await playTest(TEST, { ...run, models: () => [model] });
      if (status !== 'passed') throw new Error(`A measured test did not pass: ${error}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playNext));
  return performance.now() - begun;
}

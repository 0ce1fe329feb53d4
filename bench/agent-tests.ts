import { randomUUID } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import { agentTest } from '../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../lambdas/agent-tests/model/case-result.ts';
import { playTest, type TestPlay } from '../lambdas/agent-tests/play/play-test.ts';
import { replayCall } from '../lambdas/agent-tests/play/replay-call.ts';
import type { StoredCall } from '../lambdas/calls/model/call.ts';
import { keptTurns, recordOf } from '../lambdas/calls/model/call-record.ts';
import type { Conversation, Turn } from '../lambdas/conversation/model/session.ts';
import type { LanguageModel } from '../lambdas/vendors/llm/language-model.ts';
import { openAiCompatibleModel } from '../lambdas/vendors/llm/openai/openai-model.ts';
import { storedCall } from '../test/support/table/stored-call.ts';
import { number, type Table, verdict } from './table.ts';

const TESTS = 200;
const TURNS = 5;
const AT_ONCE = 8;
const WARM_UP = 20;

/** Goals: milliseconds of a turn above the model, and seconds of all tests, and of as many replayed calls. */
const TURN_MS = 15;
const ALL_SECONDS = 20;
const REPLAY_SECONDS = 120;

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
    const call = await recordedCall(overHttp);
    await play(overHttp, { tests: WARM_UP, atOnce: 1 });
    const own = await play(instant, { tests: TESTS, atOnce: 1 });
    const one = await play(overHttp, { tests: TESTS, atOnce: 1 });
    const many = await play(overHttp, { tests: TESTS, atOnce: AT_ONCE });
    const replays = (['forced', 'open'] as const).map(
      (mode) => (run: TestPlay) =>
        replayCall({ call, tool_names: {}, mode }, run).then(({ result }) => result),
    );
    const replayed: number[] = [];
    for (const each of replays) replayed.push(await play(overHttp, { tests: TESTS, atOnce: 1 }, each));
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
        `Goals: ${TURN_MS} ms a turn above the model, ${ALL_SECONDS} s for all tests, and ${REPLAY_SECONDS} s for as many replays.`,
      columns: ['model', 'all, s', 'a turn, ms', 'turns a second', 'goal'],
      rows: [
        rowOf('takes no time', own, verdict(own / TESTS / TURNS, TURN_MS)),
        rowOf('scripted, one test at once', one, verdict(one / 1000, ALL_SECONDS)),
        rowOf(`scripted, ${AT_ONCE} tests at once`, many, verdict(many / 1000, ALL_SECONDS)),
        ...['forced', 'open'].map((mode, index) => {
          const ms = replayed[index] ?? 0;
          return rowOf(`scripted, ${mode} replay of such a call`, ms, verdict(ms / 1000, REPLAY_SECONDS));
        }),
      ],
    };
  } finally {
    await server.close();
  }
}

const snapshotOf = () => {
  const { agent, settings } = storedCall();
  return { agent: { ...agent, initial_message: 'Good day.' }, settings };
};

const runWith = (model: LanguageModel): TestPlay => ({
  caseId: randomUUID(),
  userId: randomUUID(),
  snapshot: snapshotOf(),
  knowledge: async () => [],
  models: () => [model],
});

/** The call that the test would have been. */
async function recordedCall(model: LanguageModel): Promise<StoredCall> {
  let turns: readonly Turn[] = [];
  const examine = async (conversation: Conversation) => {
    turns = conversation.turns;
    return {};
  };
  await playTest(TEST, { ...runWith(model), examine });
  const kept = { ...recordOf(turns), turns: [...keptTurns(turns).turns] };
  return storedCall({ ...snapshotOf(), status: 'ended', start_time: '2026-01-05T09:00:00.000Z', ...kept });
}

/** Plays tests, or as many replays, and returns the milliseconds of all. */
async function play(
  model: LanguageModel,
  { tests, atOnce }: { readonly tests: number; readonly atOnce: number },
  one: (run: TestPlay) => Promise<Pick<CaseResult, 'status' | 'error'>> = (run) => playTest(TEST, run),
): Promise<number> {
  const begun = performance.now();
  let left = tests;
  const playNext = async (): Promise<void> => {
    while (left-- > 0) {
      const { status, error } = await one(runWith(model));
      if (status !== 'passed') throw new Error(`A measured test did not pass: ${error}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playNext));
  return performance.now() - begun;
}

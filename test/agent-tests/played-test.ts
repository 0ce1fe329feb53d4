import { randomUUID } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { onTestFinished } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { type AgentTestInput, agentTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { playTest, type TestPlay } from '../../lambdas/agent-tests/play/play-test.ts';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import { keptTurns, recordOf } from '../../lambdas/calls/model/call-record.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import { messageWorker } from '../../lambdas/calls/relay/message.ts';
import type { Turn } from '../../lambdas/conversation/model/session.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import type { TokenMeter } from '../../lambdas/vendors/llm/model-usage.ts';
import { openAiCompatibleModel } from '../../lambdas/vendors/llm/openai/openai-model.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { stubVariables } from '../support/table/variables.ts';

const ID = '019e0000-0000-7000-8000-00000000000';

/** A tool of the agent's own service, which no test asks. */
export const external = (name: string, number = 1, properties: object = {}): CallAction => ({
  id: `${ID}${number}`,
  user_id: `${ID}0`,
  type: 'action_external',
  config: {
    name,
    description: `Does ${name}.`,
    url: 'http://127.0.0.1:9/',
    input_schema: { type: 'object', properties },
    speak_on_send: false,
    speak_on_receive: true,
  },
});

export const END: CallAction = {
  id: `${ID}8`,
  user_id: `${ID}0`,
  type: 'action_end_conversation',
  config: {},
};
export const TRANSFER: CallAction = {
  id: `${ID}9`,
  user_id: `${ID}0`,
  type: 'action_transfer_call',
  config: { phone_number: '+15551110000' },
};

export const HOLD: CallAction = { id: `${ID}7`, user_id: `${ID}0`, type: 'action_set_hold', config: {} };

interface Tested {
  /** What the scripted model answers. */
  readonly replies?: readonly RuleInput[];
  readonly actions?: readonly CallAction[];
  readonly settings?: Partial<AgentSettings>;
  readonly greeting?: string;
  readonly prompt?: string;
  readonly run?: Partial<TestPlay>;
  /** The model's address. @default that of the scripted model */
  readonly baseUrl?: string;
}

/** A language model at an address. */
export const modelAt = (baseUrl: string, meter?: TokenMeter) =>
  openAiCompatibleModel(async () => ({ apiKey: 'key', baseUrl, model: 'scripted', meter }));

/** An agent with a scripted model, and tests that are played with it. */
export async function testedAgent({
  replies = [],
  actions = [],
  settings,
  greeting,
  prompt,
  run,
  ...given
}: Tested) {
  stubVariables(variablesOf(messageWorker), { MAX_SILENCE_SECONDS: '30' });
  const model = await startModel({ replies });
  onTestFinished(() => model.close());
  const call = storedCall();
  const snapshot = {
    agent: {
      ...call.agent,
      actions: [...actions],
      ...(greeting !== undefined && { initial_message: greeting }),
      ...(prompt !== undefined && { prompt }),
    },
    settings: { ...call.settings, ...settings },
  };
  const { baseUrl = model.url } = given;
  const runOf = (more: Partial<TestPlay> = {}): TestPlay => ({
    caseId: randomUUID(),
    userId: randomUUID(),
    snapshot,
    models: () => [modelAt(baseUrl)],
    knowledge: async () => [],
    ...run,
    ...more,
  });
  const play = (test: AgentTestInput, more: Partial<TestPlay> = {}) =>
    playTest(agentTest.parse(test), runOf(more));
  /** The bodies of the requests to the scripted model, as JSON. */
  const requests = async (): Promise<string[]> => {
    const response = await fetch(new URL('/simulator/requests', model.url));
    const entries = (await response.json()) as { body: unknown }[];
    return entries.map(({ body }) => JSON.stringify(body));
  };
  return Object.assign(play, { url: baseUrl, requests, runOf });
}

type TestedAgent = Awaited<ReturnType<typeof testedAgent>>;

/** The call that a test would have been, as it is stored at its end. */
export async function callFrom(
  play: TestedAgent,
  test: AgentTestInput,
  more: Partial<CallWithSnapshot> = {},
): Promise<CallWithSnapshot> {
  let turns: readonly Turn[] = [];
  const { outcome } = await play(test, {
    examine: async (conversation) => {
      turns = conversation.turns;
      return {};
    },
  });
  const stageOutcome = outcome?.ended_by === 'contact' ? 'human_disconnected' : 'bot_disconnected';
  return storedCall({
    ...play.runOf().snapshot,
    status: 'ended',
    agent_version: 3,
    start_time: test.clock ?? '2026-01-05T09:00:00.000Z',
    context: test.context ?? null,
    stage_outcome: stageOutcome,
    ...(outcome?.ended_by === 'nobody' && { ended_by: 'api' as const }),
    ...recordOf(turns),
    turns: [...keptTurns(turns).turns],
    ...more,
  });
}

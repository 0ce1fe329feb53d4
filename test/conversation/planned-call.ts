import { expect } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import type { ServiceAnswer, ServiceRequest } from '../../lambdas/actions/model/external-service.ts';
import { TestClock } from '../../lambdas/agent-tests/play/clock.ts';
import { PlayedCall } from '../../lambdas/agent-tests/play/played-call.ts';
import type { AgentSettings } from '../../lambdas/agents/model/agent.ts';
import type { CallSnapshot } from '../../lambdas/agents/model/call-snapshot.ts';
import { startOf } from '../../lambdas/calls/model/opening.ts';
import { messageWorker } from '../../lambdas/calls/relay/message.ts';
import type { ToolOutcome } from '../../lambdas/conversation/model/actions/tools.ts';
import { isSpoken } from '../../lambdas/conversation/model/session.ts';
import { beginSession, openingWith } from '../../lambdas/conversation/model/session-events.ts';
import { MemoryStore } from '../../lambdas/conversation/store/memory-store.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import type { ModelChunk, ModelRequest } from '../../lambdas/vendors/llm/language-model.ts';
import type { OutgoingFrame } from '../../lambdas/vendors/telephony/relay-frames.ts';
import { parseSteps, type StepsInput } from '../support/agent-steps.ts';
import { at, knownCall } from '../support/records.ts';
import { stubVariables } from '../support/table/variables.ts';

stubVariables(variablesOf(messageWorker), { MAX_SILENCE_SECONDS: '30' });

/** A model's answer: words, or words and tool calls. */
export type Reply = string | readonly (string | readonly [name: string, input?: object])[];

export interface CallPlan {
  readonly steps?: StepsInput;
  /** What the model answers, one a request. @default I see. */
  readonly replies?: readonly Reply[];
  readonly actions?: readonly CallAction[];
  /** What a service answers to a request, and after which milliseconds. @default it is done, at once */
  readonly serves?: (tool: string, request: number) => readonly [ServiceAnswer, number?] | undefined;
  readonly settings?: Partial<AgentSettings>;
  readonly greeting?: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly others?: CallSnapshot['handoff_agents'];
}

/** A whole agent of another call, with steps if it has some. */
export function otherAgent(
  id: string,
  steps?: StepsInput,
  changes: Partial<CallSnapshot['agent']> = {},
): CallSnapshot {
  const { agent, settings } = knownCall();
  return {
    agent: { ...agent, id, prompt: `You are ${id}.`, ...changes },
    settings: { ...settings, steps: steps ? parseSteps(steps) : null },
  };
}

/** A call whose model and services answer as planned. */
export async function plannedCall({
  steps,
  replies = [],
  actions = [],
  serves = () => undefined,
  settings,
  greeting,
  context,
  others,
}: CallPlan) {
  const known = knownCall({ context: context ?? null });
  const snapshot: CallSnapshot = {
    agent: { ...known.agent, actions: [...actions] },
    settings: { ...known.settings, ...settings, ...(steps && { steps: parseSteps(steps) }) },
    ...(others && { handoff_agents: others }),
  };
  const start = startOf({ ...known, ...snapshot });
  const session = beginSession(start, openingWith(start, greeting, at(0)), at(0));
  const store = new MemoryStore(session, snapshot);
  const clock = new TestClock({ begin: at(0) });
  const requests: ModelRequest[] = [];
  const asked: (ServiceRequest & { readonly tool: unknown; readonly second: number })[] = [];
  const outcomes: ToolOutcome[] = [];
  async function* stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    requests.push(request);
    const reply = replies[requests.length - 1] ?? 'I see.';
    for (const [index, part] of [reply].flat().entries()) {
      const id = `${requests.length}_${index}`;
      if (typeof part === 'string') yield { kind: 'text', text: part };
      else yield { kind: 'tool', call: { id, name: part[0], arguments: JSON.stringify(part[1] ?? {}) } };
    }
  }
  const call = new PlayedCall({
    store,
    clock,
    models: () => [{ stream }],
    knowledge: async () => [],
    onTool: (outcome) => outcomes.push(outcome),
    askService: async ({ config }, request) => {
      const [answer, ms = 0] = serves(String(config.name), asked.length) ?? [{ result: 'done' }];
      const second = Math.floor((clock.now().getTime() - at(0).getTime()) / 1000);
      asked.push({ ...request, tool: config.name, second });
      await clock.wait(ms);
      return answer;
    },
  });
  const frames: OutgoingFrame[] = [];
  const send = call.line.send.bind(call.line);
  call.line.send = (frame) => {
    frames.push(frame);
    return send(frame);
  };
  call.begin(await store.getSession());
  await call.hearsOut();
  const conversation = () => store.getConversation();
  return {
    async says(words: string) {
      await call.says(words);
      await call.hearsOut();
    },
    async presses(keys: string) {
      await call.presses(keys);
      await call.hearsOut();
    },
    call,
    store,
    clock,
    frames,
    requests,
    asked,
    outcomes,
    conversation,
    session: () => store.getSession(),
    step: async () => (await store.getSession()).steps?.step,
    value: async (name: string) => (await store.getSession()).steps?.values[name],
    /** The turns: words, or the types of actions. */
    turns: async () =>
      (await conversation()).turns.map((turn) => (isSpoken(turn) ? turn.text : turn.action.type)),
    /** The turns: words, or the outputs of actions. */
    results: async () =>
      (await conversation()).turns.map((turn) => (isSpoken(turn) ? turn.text : turn.action.output)),
    /** The names of the tools in a request to the model. */
    tools: (request = requests.length - 1) => requests[request]?.tools.map(({ name }) => name),
    /** All that the model read in a request. */
    input: (request = requests.length - 1) => JSON.stringify(requests[request]?.messages),
    expectHeard: (words: string) => expect(call.line.heard.join(' ')).toContain(words),
  };
}

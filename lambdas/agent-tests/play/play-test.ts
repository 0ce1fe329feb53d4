import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { type CallTurn, turnView } from '../../calls/model/call-turns.ts';
import { type Tool, type ToolOutcome, toolsOf } from '../../conversation/model/actions/tools.ts';
import { whoAnswered } from '../../conversation/model/answerer/who-answered.ts';
import { filledGreeting, valuesOf } from '../../conversation/model/filled-texts.ts';
import {
  agentOf,
  type Conversation,
  isOfContact,
  isSpoken,
  type Session,
  type SpokenTurn,
} from '../../conversation/model/session.ts';
import { beginSession, openingWith } from '../../conversation/model/session-events.ts';
import { pathOfCall } from '../../conversation/model/steps/call-steps.ts';
import { SECURE } from '../../conversation/model/steps/session-steps.ts';
import type { FrameContext } from '../../conversation/ports.ts';
import { MemoryStore } from '../../conversation/store/memory-store.ts';
import type { AgentTest, Unmocked } from '../model/agent-test.ts';
import type { CaseResult } from '../model/case-result.ts';
import { issuesWithAgent } from '../model/issues-with-agent.ts';
import { type EvidenceAtEnd, judgeCase } from '../model/judge-expectations.ts';
import { Mocks } from '../model/mocks.ts';
import { coverageOf, type Outcome, type PlayedTurn } from '../model/turns/played-turn.ts';
import { askMocks } from './ask-mocks.ts';
import { observedModel, TestClock } from './clock.ts';
import type { TestLine } from './line.ts';
import { PlayedCall } from './played-call.ts';
import { Script } from './script.ts';
import { simulatedCaller } from './simulated-caller.ts';
import { modelIssue, TestError } from './test-error.ts';

/** When a conversation begins if its test does not say: a Monday morning. */
const DEFAULT_CLOCK = '2026-01-05T09:00:00.000Z';

/** Maximum number of calls to real services in one conversation. */
const MAX_SERVICE_CALLS = 100;

/** What a run gives a test, besides its script. */
export interface TestPlay extends Pick<FrameContext, 'models' | 'knowledge'> {
  /** Identifies the conversation for real services. It is not in the result. */
  readonly caseId: string;
  readonly userId: string;
  readonly snapshot: CallSnapshot;
  readonly version?: number | undefined;
  /** Whether the time of models and real services counts. Without it, results are equal. @default false */
  readonly isTimed?: boolean;
  /** Ends a run that takes too long. @default never */
  readonly signal?: AbortSignal;
  /** Looks at the conversation after each turn; false ends the script. @default it is played to its end */
  readonly goesOn?: (conversation: Conversation) => boolean;
  /** Whether to check the rules for every call, besides its expectations. @default false */
  readonly invariants?: boolean;
  /** Extracts the fields, and judges the criteria, of a finished conversation. @default neither is checked */
  readonly examine?: (
    conversation: Conversation,
    played: readonly PlayedTurn[],
  ) => Promise<Pick<EvidenceAtEnd, 'extracted' | 'judged' | 'isOffline'>>;
}

/** Plays a test with a script or a simulated caller, in memory and by a clock of its own. Throws only if the service is at fault. */
export async function playTest(test: AgentTest, run: TestPlay): Promise<CaseResult> {
  const { isTimed = false, signal } = run;
  const begin = new Date(test.clock ?? DEFAULT_CLOCK);
  const session = sessionOf(test, run, begin);
  const tools = toolsOfAll(session);
  const stage: Stage = {
    tools,
    clock: new TestClock({ begin, isTimed, ...(signal && { signal }) }),
    session,
    store: new MemoryStore(session, run.snapshot),
    script: new Script(test.turns ?? [], tools, callerOf(test, run, session)),
    mocks: new Mocks(test.tools?.mocks),
  };
  const end = await play(test, run, stage);
  const conversation = await stage.store.getConversation();
  const turns = withoutSecureWords(stage.script.played, conversation);
  const transcript = conversation.turns.map((turn) => turnView(turn));
  const callMs = stage.clock.now().getTime() - begin.getTime();
  const figures = figuresOf(transcript, {
    turns: turns.length,
    tool_calls: turns.flatMap((turn) => turn.tools).length,
    call_ms: Math.round(callMs),
  });
  const { steps } = run.snapshot.settings;
  const coverage = steps && coverageOf(steps, pathOfCall(conversation.session, conversation.turns));
  const shown = { transcript, figures: { ...figures, ...coverage } };
  if ('error' in end) return { status: 'error', ...end, turns, always: [], finally: [], ...shown };
  const isHandedOver = conversation.session.handoff !== undefined;
  const { ended_by, line } = end;
  const callEnd = endOf(conversation, line, ended_by === 'nobody' ? (test.turns?.at(-1)?.silence ?? 0) : 0);
  const { answerer } = conversation.session;
  const outcome = {
    ended_by,
    transferred: ended_by === 'agent' && isHandedOver,
    ...(answerer && { answered_by: whoAnswered(answerer) }),
  };
  const examined = await examine(run, conversation, stage.script.played);
  const evidence = 'error' in examined ? {} : examined.evidence;
  const { unused: unusedMocks } = stage.mocks;
  const asked = run.invariants ? withInvariants(test) : test;
  const judged = judgeCase({
    test: asked,
    turns,
    isTimed,
    unusedMocks,
    outcome,
    ...(callEnd && { end: callEnd }),
    ...evidence,
  });
  return { ...judged, ...('error' in examined && { status: 'error', ...examined }), outcome, ...shown };
}

const withInvariants = ({ finally: atEnd = [], ...test }: AgentTest): AgentTest => ({
  ...test,
  finally: atEnd.some(({ invariants }) => invariants) ? atEnd : [...atEnd, { invariants: true }],
});

/** The tools of all agents that can have the call. */
const toolsOfAll = ({ agent, settings, handoff_agents = {} }: Session): Tool[] =>
  [{ agent, settings }, ...Object.values(handoff_agents)].flatMap((one) => toolsOf(one.agent, one.settings));

/** The turns without what was said in secure steps. Of the agent's words they have what the call stores. */
const withoutSecureWords = (played: readonly PlayedTurn[], { turns }: Conversation): PlayedTurn[] =>
  played.map((turn) => {
    const stored = turns.filter(({ number }) => turn.transcript.includes(number)).filter(isSpoken);
    if (!stored.some((one) => isOfContact(one) && one.text === SECURE)) return turn;
    const says = stored.flatMap(({ sender, text }) => (sender === 'agent' ? text : [])).join(' ');
    return { ...turn, contact: SECURE, says, ...(turn.heard !== undefined && { heard: says }) };
  });

/** The agent's words as they are stored; null if they must not be. */
const storedWords = (turn: SpokenTurn) => (turn.text === SECURE ? null : (turnView(turn).text ?? null));

/** Undefined for a call that was not played to its end. */
function endOf({ session, turns }: Conversation, line: TestLine | undefined, silenceMs: number) {
  if (!line) return undefined;
  const stored = turns.flatMap((turn) =>
    isSpoken(turn) && turn.sender === 'agent' ? storedWords(turn) : [],
  );
  return {
    heard: line.heard,
    ...(line.cut !== undefined && { cut: line.cut }),
    stored,
    isClosed: session.closed === true,
    isOnHold: session.holding === true,
    silenceMs,
  };
}

const callerOf = ({ caller }: AgentTest, { models, signal }: TestPlay, session: Session) =>
  caller &&
  simulatedCaller(caller, {
    models: () => models(session),
    hasKeys: Boolean(session.settings.dtmf_input),
    signal,
  });

/** What a run finds out about a finished conversation, or why it cannot. */
async function examine(
  { examine, signal }: TestPlay,
  conversation: Conversation,
  played: readonly PlayedTurn[],
) {
  try {
    return { evidence: await examine?.(conversation, played) };
  } catch (error) {
    return errorOfCase(error, signal);
  }
}

/** Why a test could not be run. Throws if the service is at fault. */
export function errorOfCase(error: unknown, signal: AbortSignal | undefined): { readonly error: string } {
  if (error instanceof TestError) return { error: error.message };
  if (signal?.aborted) return { error: 'The test took too long.' };
  throw error;
}

interface Stage {
  readonly tools: readonly Tool[];
  readonly clock: TestClock;
  readonly session: Session;
  readonly store: MemoryStore;
  readonly script: Script;
  readonly mocks: Mocks;
}

/** Plays the script. Returns who ended the call, or why it could not be played. */
async function play(
  test: AgentTest,
  run: TestPlay,
  { tools, clock, session, store, script, mocks }: Stage,
): Promise<{ ended_by: Outcome['ended_by']; line?: TestLine } | { readonly error: string }> {
  const issues = issuesWithAgent(test, run.snapshot, tools);
  if (issues.length > 0) return { error: issues.join('\n') };
  const { call, turnOver } = playedCallOf(run, {
    store,
    clock,
    tools,
    mocks,
    unmocked: test.tools?.unmocked ?? 'error',
    unanswered: (tool, args) => script.unanswered(tool, args),
    onTool: (outcome) => script.toolUsed(outcome),
  });
  try {
    const ended_by = await script.play(call, session, async () => {
      const after = await turnOver();
      if (run.goesOn?.(await store.getConversation()) === false) throw new PlayedEnough();
      return after;
    });
    await call.close();
    await turnOver();
    // A closed session no longer counts turns that late work adds.
    script.flush((await store.getConversation()).turns.length);
    return { ended_by, line: call.line };
  } catch (error) {
    if (error instanceof PlayedEnough) return { ended_by: 'nobody' };
    return errorOfCase(error, run.signal);
  }
}

class PlayedEnough extends Error {}

interface CallStage extends Pick<Stage, 'tools' | 'clock' | 'store' | 'mocks'> {
  readonly unmocked: Unmocked;
  readonly unanswered: (tool: string, args: unknown) => void;
  readonly onTool: (outcome: ToolOutcome) => void;
}

/** A conversation with the models of a run. `turnOver` returns the session; it throws if a model failed. */
export function playedCallOf(run: TestPlay, { tools, clock, mocks, ...stage }: CallStage) {
  const { store, unmocked, unanswered, onTool } = stage;
  let failures: unknown[] = [];
  let isKnowledgeLost = false;
  let serviceCalls = 0;
  const mayAskService = () => {
    serviceCalls += 1;
    return serviceCalls <= MAX_SERVICE_CALLS;
  };
  const observer = { clock, failed: (error: unknown) => failures.push(error), signal: run.signal };
  const toolOf = (actionId: string) => tools.find(({ action }) => action.id === actionId)?.name ?? actionId;
  const call = new PlayedCall({
    store,
    clock,
    models: (current) => run.models(current).map((model) => observedModel(model, observer)),
    knowledge: (current, words) =>
      clock
        .real(() => run.knowledge(current, words))
        .catch(() => {
          isKnowledgeLost = true;
          return [];
        }),
    askService: askMocks({ mocks, clock, unmocked, mayAskService, toolOf, unanswered }),
    onTool,
  });
  const turnOver = async () => {
    const session = await store.getSession();
    if (session.failures > 0 && failures.length > 0) throw modelIssue('language model', failures.at(-1));
    if (serviceCalls > MAX_SERVICE_CALLS)
      throw new TestError(`The agent called services more than ${MAX_SERVICE_CALLS} times.`);
    if (isKnowledgeLost) throw new TestError('The knowledge of the agent could not be looked up.');
    failures = [];
    return session;
  };
  return { call, turnOver };
}

function sessionOf(test: AgentTest, { caseId, userId, snapshot, version }: TestPlay, begin: Date): Session {
  const { agent, settings } = snapshot;
  const { run_do_not_call_detection: detects } = settings;
  const context = test.context ?? null;
  const facts = { timezone: settings.timezone ?? 'UTC', begun_at: begin.toISOString() };
  const values = valuesOf({ facts, context, settings });
  const start = {
    call_id: caseId,
    user_id: userId,
    context,
    facts,
    rehearsal: { begun_at: begin.toISOString() },
    ...(test.finally?.some(({ outcome }) => outcome?.answered_by) && { answerer: { steps: [] } }),
    ...(version !== undefined && { agent_version: version }),
    ...(detects && { detects_do_not_call: true }),
    ...agentOf(snapshot, detects),
  };
  const greeting = agent.initial_message ? filledGreeting(agent.initial_message, values) : undefined;
  return beginSession(start, openingWith(start, greeting, begin), begin);
}

/** Figures with the tokens of the models that spoke. */
export function figuresOf(
  transcript: readonly CallTurn[],
  counts: Omit<CaseResult['figures'], 'tokens'>,
): CaseResult['figures'] {
  const sum = (kind: 'input' | 'output') =>
    transcript.reduce((tokens, { model }) => tokens + (model?.tokens[kind] ?? 0), 0);
  return { ...counts, tokens: { input: sum('input'), output: sum('output') } };
}

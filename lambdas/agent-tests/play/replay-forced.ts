import { type AgentSteps, entryOf } from '../../agents/model/steps.ts';
import type { StoredCall } from '../../calls/model/call.ts';
import { type CallTurn, turnsOfCall, turnView } from '../../calls/model/call-turns.ts';
import { startOf } from '../../calls/model/opening.ts';
import { type Tool, toolsOf } from '../../conversation/model/actions/tools.ts';
import type { Session, Turn } from '../../conversation/model/session.ts';
import { beginSession } from '../../conversation/model/session-events.ts';
import type { CallValue } from '../../conversation/model/steps/call-steps.ts';
import type { StepsState, StoredValue } from '../../conversation/model/steps/steps-state.ts';
import { MemoryStore } from '../../conversation/store/memory-store.ts';
import type { Mock } from '../model/agent-test.ts';
import type { CaseResult } from '../model/case-result.ts';
import {
  type ComparedTurn,
  compareTurn,
  comparisonOf,
  decisionOf,
  decisionTakenIn,
  divergedTurn,
  isContactsTurn,
  isDecided,
  NOTHING,
  type ReplayComparison,
  statusOfComparison,
  type TakenDecision,
} from '../model/comparison.ts';
import { Mocks } from '../model/mocks.ts';
import type { ReplayCase } from '../model/replay.ts';
import { recordedAnswer, toolNameOf, wasAsked } from '../model/test-from-call.ts';
import { HIDDEN, type RecordedTurn, recordedTurns } from '../model/turns/recorded-turns.ts';
import { TestClock } from './clock.ts';
import { figuresOf, playedCallOf, type TestPlay } from './play-test.ts';

export type Replay = Pick<ReplayCase, 'call' | 'tool_names' | 'mode'>;

/** The version that is replayed, and the one that it is compared with. Without it, that is the record. */
export interface ReplayedVersions {
  readonly run: TestPlay;
  readonly baseline: TestPlay | undefined;
}

export interface ReplayResult {
  readonly result: CaseResult;
  readonly comparison?: ReplayComparison;
}

export const emptyResult = () => ({
  turns: [],
  transcript: [],
  always: [],
  finally: [],
  figures: { turns: 0, tool_calls: 0, tokens: { input: 0, output: 0 }, call_ms: 0 },
});

export function forcedResultOf(
  compared: ComparedTurn[],
  comparison: ReplayComparison,
  played: Pick<CaseResult, 'turns' | 'transcript' | 'figures'>,
): ReplayResult {
  const status = statusOfComparison(comparison);
  return { comparison, result: { ...emptyResult(), ...played, ...status, compared } };
}

export const HIDDEN_KEYS = 'The call hides which keys were pressed.';

export const hidesKeys = ({ event }: RecordedTurn) => event.kind === 'presses' && event.keys.includes(HIDDEN);

/** The recorded decision, with the names that the tools have in a version. */
export const recordedDecisionIn = (turn: RecordedTurn, { tool_names }: Replay, { snapshot }: TestPlay) =>
  decisionOf(turn, toolsOf(snapshot.agent, snapshot.settings), tool_names);

/** Turns that are played at once: each waits for a model. */
const CONCURRENT_TURNS = 4;

/** Plays each turn of the contact after the recorded past, and compares the decision. `all`: the turns of the contact. */
export async function replayForced(
  replay: Replay,
  all: readonly RecordedTurn[],
  { run, baseline }: ReplayedVersions,
): Promise<ReplayResult> {
  const played: CallTurn[] = [];
  const take = async (turn: RecordedTurn, by: TestPlay): Promise<TakenDecision> => {
    const { turns, tools } = await playTurn(replay, turn, { run: by, all });
    played.push(...turns);
    const own = recordedTurns(turns).find(isContactsTurn);
    return own ? decisionTakenIn(own, tools, { recorded: turn, all }) : NOTHING;
  };
  const compare = async (turn: RecordedTurn): Promise<ComparedTurn> => {
    const recorded = recordedDecisionIn(turn, replay, run);
    if (hidesKeys(turn)) return divergedTurn(turn, recorded, HIDDEN_KEYS);
    const before = baseline ? await take(turn, baseline) : { decision: recorded };
    return compareTurn(turn, before, await take(turn, run));
  };
  const compared: ComparedTurn[] = [];
  const turns = all.filter(isDecided);
  for (let first = 0; first < turns.length; first += CONCURRENT_TURNS)
    compared.push(...(await Promise.all(turns.slice(first, first + CONCURRENT_TURNS).map(compare))));
  const tool_calls = played.filter(({ type }) => type === 'action').length;
  const figures = figuresOf(played, { turns: compared.length, tool_calls, call_ms: 0 });
  return forcedResultOf(compared, comparisonOf(compared), { ...emptyResult(), figures });
}

interface Forced {
  readonly run: TestPlay;
  readonly all: readonly RecordedTurn[];
}

/** Plays one turn of the contact in the conversation as it was before. Returns the turns that it adds. */
async function playTurn(replay: Replay, turn: RecordedTurn, { run, all }: Forced) {
  const { event, number: first } = turn;
  const session = sessionBefore(replay, turn, { run, all });
  const tools = toolsOf(session.agent, session.settings);
  const past = turnsOfCall(replay.call).filter(({ number }) => number < first);
  const store = new MemoryStore(
    session,
    run.snapshot,
    past.map((one) => storedTurn(one, session)),
  );
  const { call, turnOver } = playedCallOf(run, {
    store,
    clock: new TestClock({ begin: new Date(turn.at), ...(run.signal && { signal: run.signal }) }),
    tools,
    mocks: new Mocks(mocksOf(turn, all, tools)),
    unmocked: 'error',
    // The turns show both.
    unanswered: () => {},
    onTool: () => {},
  });
  if (event.kind === 'presses') await call.presses(event.keys);
  if (event.kind === 'says') await call.says(event.text);
  await turnOver();
  await call.hearsOut();
  const { turns } = await store.getConversation();
  return { tools, turns: turns.filter(({ number }) => number >= first).map((one) => turnView(one)) };
}

/** The session as it was before a turn, with another version of the agent. */
function sessionBefore({ call }: Replay, turn: RecordedTurn, { run, all }: Forced): Session {
  const { snapshot, version, caseId, userId } = run;
  const { spoken_language, snapshot_id: _, agent_version: __, ...rest } = call;
  // The call does not show when it went on in another language: mostly after the contact's first words.
  const spoken = turn !== all[0] && spoken_language !== undefined && { spoken_language };
  const start = {
    ...startOf({ ...rest, ...snapshot, ...spoken }),
    call_id: caseId,
    user_id: userId,
    rehearsal: { begun_at: turn.at },
    ...(version !== undefined && { agent_version: version }),
    ...(turn.isHeld && { holding: true }),
  };
  const session = beginSession(start, undefined, new Date(turn.at));
  const { steps } = session.settings;
  const state = steps && stateBefore(call, turn.number, steps);
  return { ...session, turns: turn.number - 1, ...(state && { steps: state }) };
}

function storedTurn({ number, timestamp, sender, text, action }: CallTurn, session: Session): Turn {
  const { call_id, user_id } = session;
  const owner = { call_id, user_id, webhook_id: null, number, timestamp };
  if (!action) return { ...owner, sender: sender ?? 'human', text: text ?? '' };
  const { action_id, type, input, output } = action;
  return { ...owner, action: { action_id, type, input: input ?? {}, output: output ?? {} } };
}

/** The recorded answers: those of the turn to its calls in their order, and to others of its tools; then those elsewhere. */
export function mocksOf(turn: RecordedTurn, all: readonly RecordedTurn[], tools: readonly Tool[]): Mock[] {
  const answersIn = ({ actions }: RecordedTurn) =>
    actions.flatMap((action) => {
      const tool = wasAsked(action) ? toolNameOf(action, tools) : undefined;
      if (tool === undefined) return [];
      return { tool, when: action.input ?? {}, answer: recordedAnswer(action) };
    });
  const own = answersIn(turn);
  return [
    ...own.map(({ answer, ...call }) => ({ ...call, sequence: [answer] })),
    ...own.map(({ tool, answer }) => ({ tool, ...answer })),
    ...all.flatMap(answersIn).map(({ answer, ...call }) => ({ ...call, ...answer })),
  ];
}

/** How far a recorded call was in its steps before a turn of the contact. Undefined without the step of that turn. */
export function stateBefore(call: StoredCall, number: number, steps: AgentSteps): StepsState | undefined {
  const turns = turnsOfCall(call);
  const step = turns.find((turn) => turn.number === number)?.step;
  if (step === undefined || !Object.hasOwn(steps.steps, step)) return undefined;
  const before = turns.filter((turn) => turn.number < number);
  const visits: Record<string, number> = {};
  for (const visit of (call.path ?? []).filter(({ turn }) => turn <= number))
    visits[visit.step] = (visits[visit.step] ?? 0) + 1;
  const turn = before.filter(({ sender }) => sender === 'human').length;
  const left = Object.keys(visits).filter((name) => name !== step);
  const collected = new Set(left.flatMap((name) => Object.keys(entryOf(steps.steps, name)?.collect ?? {})));
  const found = new Set(before.flatMap(({ action }) => Object.keys(Object(action?.output?.result))));
  const isKnown = (name: string, { source, confirmed_at }: CallValue) => {
    if (source === 'tool') return found.has(name);
    if (source !== 'contact') return true;
    return confirmed_at === undefined ? collected.has(name) : confirmed_at <= turn;
  };
  const values = Object.entries(call.values ?? {})
    .filter(([name, value]) => isKnown(name, value))
    .map(([name, { read_back: _, ...value }]) => [name, value satisfies StoredValue] as const);
  return {
    step,
    visits,
    turn,
    values: Object.fromEntries(values),
    ...{ moves: 0, silences: 0, attempts: 0, always_at: {} },
  };
}

import { type CallTurn, turnsOfCall, turnView } from '../../calls/model/call-turns.ts';
import { toolsOf } from '../../conversation/model/actions/tools.ts';
import type { Conversation } from '../../conversation/model/session.ts';
import { agentTest, MAX_MOCKS, type Mock } from '../model/agent-test.ts';
import type { CaseResult } from '../model/case-result.ts';
import {
  type ComparedTurn,
  compareTurn,
  comparisonOf,
  contactOf,
  type Decision,
  decisionTakenIn,
  divergedTurn,
  isContactsTurn,
  isDecided,
  NOTHING,
} from '../model/comparison.ts';
import { issuesWithAgent } from '../model/issues-with-agent.ts';
import { testFromCall } from '../model/test-from-call.ts';
import { type RecordedTurn, recordedTurns } from '../model/turns/recorded-turns.ts';
import { errorOfCase, playTest, type TestPlay } from './play-test.ts';
import {
  emptyResult,
  forcedResultOf,
  HIDDEN_KEYS,
  hidesKeys,
  mocksOf,
  type Replay,
  type ReplayedVersions,
  type ReplayResult,
  recordedDecisionIn,
  replayForced,
} from './replay-forced.ts';
import { TestError } from './test-error.ts';

interface ReplayRun extends TestPlay {
  /** The version that is compared with. @default the record */
  readonly baseline?: Pick<TestPlay, 'snapshot' | 'version'> | undefined;
}

/** Compares an agent's decisions in a call with the recorded ones. Throws only if the service is at fault. */
export async function replayCall(replay: Replay, { baseline, ...run }: ReplayRun): Promise<ReplayResult> {
  const all = turnsOfContact(turnsOfCall(replay.call));
  const versions = { run, baseline: baseline && { ...run, ...baseline } };
  try {
    for (const { snapshot } of [run, versions.baseline ?? []].flat()) requireFit(replay, snapshot);
    return await MODES[replay.mode](replay, all, versions);
  } catch (error) {
    return { result: { ...emptyResult(), status: 'error', ...errorOfCase(error, run.signal) } };
  }
}

const MODES = { forced: replayForced, open: replayOpen, closed: replayClosed } as const;

function requireFit({ call: { context } }: Replay, snapshot: TestPlay['snapshot']): void {
  const issues = issuesWithAgent({ name: 'replay', ...(context && { context }) }, snapshot, []);
  if (issues.length > 0) throw new TestError(issues.join(' '));
}

/** Plays the contact's turns until the decisions differ. Different words alone don't count: they may lead to the same. */
async function replayOpen(
  replay: Replay,
  all: readonly RecordedTurn[],
  { run, baseline }: ReplayedVersions,
): Promise<ReplayResult> {
  const hiddenAt = all.findIndex(hidesKeys);
  const known = hiddenAt < 0 ? all : all.slice(0, hiddenAt);
  const isHidden = ({ turns }: Conversation) =>
    hiddenAt >= 0 && turnsOfContact(turns.map(turnView)).length >= hiddenAt;
  const former = baseline && turnsOfContact((await play(replay, baseline, isHidden)).transcript);
  const takenBy = (own: RecordedTurn, recorded: RecordedTurn, { snapshot: { agent, settings } }: TestPlay) =>
    decisionTakenIn(own, toolsOf(agent, settings), { recorded, all });
  const compare = (turns: readonly CallTurn[]): ComparedTurn[] => {
    const played = turnsOfContact(turns);
    return known.flatMap((turn, index) => {
      const [own, before] = [played[index], former?.[index]];
      if (!own || !isDecided(turn)) return [];
      const decision = recordedDecisionIn(turn, replay, run);
      if (!baseline) return compareTurn(turn, { decision }, takenBy(own, turn, run));
      return before
        ? compareTurn(turn, takenBy(before, turn, baseline), takenBy(own, turn, run))
        : divergedTurn(turn, NOTHING.decision, 'The baseline had left the call.');
    });
  };
  const played = await play(replay, run, (conversation) => {
    const turns = conversation.turns.map(turnView);
    // What the agent is saying is part of no turn yet.
    const last = conversation.session.answer && turns.findLastIndex(({ sender }) => sender === 'human');
    return isHidden(conversation) || compare(turns.slice(0, last)).some(hasDeparted);
  });
  const compared = compare(played.transcript);
  const at = compared.findIndex(hasDeparted);
  const until = at < 0 ? compared : compared.slice(0, at + 1);
  const reason =
    at >= 0
      ? `The conversation departed from the call at turn ${compared[at]?.turn}.`
      : hiddenAt >= 0
        ? HIDDEN_KEYS
        : 'The agent had left the call.';
  const rest = all.filter((turn) => isDecided(turn) && !until.some((one) => one.turn === turn.number));
  const turns = [
    ...until,
    ...rest.map((turn) => divergedTurn(turn, recordedDecisionIn(turn, replay, run), reason)),
  ];
  return forcedResultOf(turns, comparisonOf(turns, compared[at]?.turn), played);
}

/** Whether the contact's next recorded turn may no longer fit. */
const hasDeparted = ({ verdict, difference }: ComparedTurn) =>
  verdict === 'diverged' || (difference !== undefined && difference.kind !== 'words');

const turnsOfContact = (turns: readonly CallTurn[]) => recordedTurns(turns).filter(isContactsTurn);

async function play({ call }: Replay, run: TestPlay, isOver: (conversation: Conversation) => boolean) {
  const test = testFromCall({ ...call, ...run.snapshot })?.test;
  const turns = test?.turns?.map(({ expect: _, ...turn }) => turn);
  return playAsTest({ ...test, turns }, { ...run, goesOn: (conversation) => !isOver(conversation) });
}

async function playAsTest(
  written: object,
  run: TestPlay,
): Promise<Pick<CaseResult, 'turns' | 'transcript' | 'figures'>> {
  const test = agentTest.safeParse(written);
  if (!test.success) throw new TestError('The call has no stored words of the contact, or is too long.');
  const result = await playTest(test.data, run);
  // Only a test that was played has an outcome.
  if (!result.outcome) throw new TestError(result.error ?? 'The call could not be played.');
  const { turns, transcript, figures } = result;
  return { turns, transcript, figures };
}

/** Plays a simulated contact, and compares which tools the whole call had with which arguments, and a transfer. */
async function replayClosed(
  replay: Replay,
  all: readonly RecordedTurn[],
  { run, baseline }: ReplayedVersions,
): Promise<ReplayResult> {
  const [first] = all;
  if (!first) throw new TestError('The call has no stored words of the contact.');
  const recorded = { ...first, number: 0, actions: all.flatMap(({ actions }) => actions) };
  const playBy = async (by: TestPlay) => {
    const tools = toolsOf(by.snapshot.agent, by.snapshot.settings);
    const played = await playAsTest(simulatedTest(replay, all, mocksOf(recorded, [], tools)), by);
    const turns = recordedTurns(played.transcript);
    const whole = { ...recorded, actions: turns.flatMap(({ actions }) => actions) };
    const { missing, decision } = decisionTakenIn(whole, tools, { recorded, all });
    return { played, taken: { decision: overallDecision(decision), ...(missing && { missing }) } };
  };
  const before = baseline
    ? (await playBy(baseline)).taken
    : { decision: overallDecision(recordedDecisionIn(recorded, replay, run)) };
  const { played, taken } = await playBy(run);
  const compared = [{ ...compareTurn(recorded, before, taken), contact: 'calls again' }];
  return forcedResultOf(compared, comparisonOf(compared), played);
}

/** What is compared of a whole call: each tool call once, in any order, and a transfer. Either party may end it. */
function overallDecision({ tools, leaves }: Decision): Decision {
  const distinct = new Map(tools.map((call) => [JSON.stringify(call), call]));
  return {
    tools: [...distinct].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, call]) => call),
    leaves: leaves === 'transfer' ? leaves : undefined,
    says: '',
    isCut: false,
  };
}

/** Characters per turn, and turns of the contact, that the simulated contact knows. */
const MAX_KNOWN = 300;
const MAX_FACTS = 50;

/** A test whose contact has the facts of a call: what its contact said and pressed. */
function simulatedTest({ call }: Replay, all: readonly RecordedTurn[], mocks: readonly Mock[]): object {
  const facts = all.slice(0, MAX_FACTS).map((turn, index) => {
    const words = contactOf(turn).replaceAll(/[\p{C}\u202A-\u202E\u2066-\u2069]/gu, ' ');
    return [`what you did ${index + 1}.`, words.slice(0, MAX_KNOWN).toWellFormed()];
  });
  return {
    name: `Call ${call.id}`,
    clock: call.start_time ?? call.created_at,
    ...(call.context && { context: call.context }),
    tools: { mocks: mocks.slice(0, MAX_MOCKS) },
    caller: {
      persona: 'The person of an earlier call. Your facts list what you said and pressed in it, in order.',
      goal: 'The same as in that call.',
      facts: Object.fromEntries(facts),
      max_turns: Math.min(60, 2 * all.length + 5),
    },
  };
}

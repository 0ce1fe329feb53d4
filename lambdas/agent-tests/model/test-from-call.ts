import { isRequest } from '../../actions/model/action.ts';
import type { StoredCall } from '../../calls/model/call.ts';
import { turnsOfCall } from '../../calls/model/call-turns.ts';
import { startOf } from '../../calls/model/opening.ts';
import type { CallWithSnapshot } from '../../calls/model/snapshot.ts';
import { asksToConfirm } from '../../conversation/model/actions/confirmation.ts';
import { type Tool, toolsOf } from '../../conversation/model/actions/tools.ts';
import { filledGreeting, valuesOf } from '../../conversation/model/filled-texts.ts';
import { agentOf } from '../../conversation/model/session.ts';
import {
  type AgentTestInput,
  anyJson,
  MAX_EXPECTATIONS,
  MAX_LINE,
  MAX_MOCKS,
  MAX_TURNS,
} from './agent-test.ts';
import { CONFIRMED } from './expectation-schema.ts';
import type { MockAnswer } from './mocks.ts';
import type { Outcome } from './turns/played-turn.ts';
import {
  HIDDEN,
  leavesIn,
  type RecordedAction,
  type RecordedTurn,
  recordedTurns,
} from './turns/recorded-turns.ts';

type TurnInput = NonNullable<AgentTestInput['turns']>[number];
type MockInput = NonNullable<NonNullable<AgentTestInput['tools']>['mocks']>[number];

/** A test that repeats a call, and what it could not take over from the call, in sentences. */
export interface TestOfCall {
  readonly test: AgentTestInput;
  readonly notes: readonly string[];
}

/** Seconds added to a silence in the test: speech is estimated, and checks are rounded. */
const SILENCE_SLACK_SECONDS = 2;

/** Milliseconds from which a tool is slow enough to change what the agent says. */
const SLOW_MS = 500;

/** A test with the contact's turns of a finished call, which passes with the version of the call. */
export function testFromCall(call: CallWithSnapshot): TestOfCall | undefined {
  const { agent_id, agent_version, agent, context } = call;
  const greeting = agent.initial_message
    ? filledGreeting(agent.initial_message, valuesOf(startOf(call)))
    : undefined;
  const all = recordedTurns(turnsOfCall(call), greeting);
  if (call.hipaa_compliant || all.length === 1) return undefined;
  const tools = toolsOf(agent, agentOf(call, call.detects_do_not_call).settings);
  const { played, leaves } = turnsUntilLeft(all);
  const outcome = leaves ? leaving(leaves) : outcomeOf(call);
  const hangsUp = outcome?.ended_by === 'contact';
  const scripted = played
    .slice(1, hangsUp ? MAX_TURNS : MAX_TURNS + 1)
    .map((turn, index) => scriptTurn(turn, { before: played[index], tools, greets: greeting !== undefined }));
  const mocks = mocksOf(played, tools);
  const rest = all[scripted.length + 1];
  const atEnd = [...(outcome ? [{ outcome }] : []), ...(rest ? [] : expectationsOfSteps(call))];
  const test: AgentTestInput = {
    name: `Call ${call.id}`,
    agent: agent_version === undefined ? agent_id : `${agent_id}@${agent_version}`,
    clock: call.start_time ?? call.created_at,
    ...(context && { context }),
    ...(mocks.length > 0 && { tools: { mocks } }),
    turns: [...scripted.map(({ turn }) => turn), ...(hangsUp ? [{ hangs_up: true as const }] : [])],
    ...(atEnd.length > 0 && { finally: atEnd.slice(0, MAX_EXPECTATIONS) }),
  };
  const notes = [
    ...notesOn(call),
    ...scripted.flatMap((one) => one.notes),
    ...(rest
      ? [
          `The test ends before turn ${rest.number}: ${leaves ? 'the agent leaves the call' : 'it has no room for more'}.`,
        ]
      : []),
    ...(outcome ? [] : ['The call does not show who ended it, so the test expects nothing of its end.']),
  ];
  return { test, notes };
}

/** Where the steps of the call ended, and what the contact had said for them. */
function expectationsOfSteps({ path = [], values = {} }: StoredCall) {
  const last = path.at(-1);
  const said = Object.entries(values).filter(
    ([name, { source }]) => source === 'contact' && name !== CONFIRMED,
  );
  return [
    ...(last && last.agent_id === undefined ? [{ step: last.step }] : []),
    ...said.map(([name, { value, confirmed_at }]) => ({
      value: { [name]: value, ...(confirmed_at !== undefined && { [CONFIRMED]: true }) },
    })),
  ];
}

function notesOn({
  agent_version,
  settings,
  detects_do_not_call = false,
  spoken_language,
  messages_left_out,
}: CallWithSnapshot): string[] {
  const notes: string[] = [];
  if (agent_version === undefined)
    notes.push('The call has no version of its agent, so the test names none.');
  if (detects_do_not_call !== settings.run_do_not_call_detection)
    notes.push('The call did not detect do-not-call requests as its agent does.');
  if (spoken_language)
    notes.push(
      `The call switched to another language (${spoken_language}); a test cannot specify the language heard.`,
    );
  if (messages_left_out) notes.push(`${messages_left_out} messages at the end of the call were not stored.`);
  return notes;
}

/** The turns until the agent leaves. An agent that the contact interrupts leaves after the next words. */
export function turnsUntilLeft(all: readonly RecordedTurn[]) {
  const at = all.findIndex((turn) => leavesIn(turn) !== undefined);
  const turn = all[at];
  if (turn) return { played: all.slice(0, turn.isCut ? at + 2 : at + 1), leaves: leavesIn(turn) };
  const event = all.at(-1)?.event;
  const isOver = event?.kind === 'is_silent' && event.isOver;
  return { played: all, leaves: isOver ? ('end' as const) : undefined };
}

const leaving = (leaves: 'transfer' | 'end'): Outcome => ({
  ended_by: 'agent',
  transferred: leaves === 'transfer',
});

function outcomeOf({ stage_outcome, ended_by }: StoredCall): Outcome | undefined {
  if (ended_by) return { ended_by: 'nobody', transferred: false };
  if (stage_outcome === 'human_disconnected') return { ended_by: 'contact', transferred: false };
  return stage_outcome === 'bot_disconnected' ? leaving('end') : undefined;
}

interface ScriptContext {
  readonly before: RecordedTurn | undefined;
  readonly tools: readonly Tool[];
  readonly greets: boolean;
}

/** A turn of the test, with notes. */
function scriptTurn(turn: RecordedTurn, { before, tools, greets }: ScriptContext) {
  const { number, event, actions } = turn;
  const notes: string[] = [];
  const note = (text: string) => notes.push(`Turn ${number}: ${text}`);
  const interrupts = before && interruptionOf(before, greets);
  if (event.kind === 'says' && interrupts === 0 && before?.event.kind !== 'answers')
    note('the contact went on before an answer was heard.');
  if (event.kind === 'says' && event.text.length > MAX_LINE)
    note(`only the first ${MAX_LINE} characters of the words are in the test.`);
  if (turn.isNeverFinal) note('the words were never final, but are final in the test.');
  if (event.kind === 'presses' && event.keys.includes(HIDDEN))
    note('the call hides which keys were pressed; replace the zeros.');
  if (event.kind === 'presses' && event.isCorrection)
    note('a key arrived late; the test presses all keys in order.');
  if (actions.some(({ input, output }) => isShortened(input) || isShortened(output)))
    note('a tool’s arguments or answer are too long for the record; the test has their beginning.');
  const expect = expectationsOf(actions, tools);
  return {
    turn: {
      ...actOf(event),
      ...(event.kind === 'says' && interrupts !== undefined && { interrupts_after_words: interrupts }),
      ...(expect.length > 0 && { expect }),
    } satisfies TurnInput,
    notes,
  };
}

function actOf(event: RecordedTurn['event']): TurnInput {
  switch (event.kind) {
    case 'answers':
    case 'is_silent': {
      const ms = event.kind === 'is_silent' ? event.ms : 0;
      return { silence: `${Math.min(3_600, Math.ceil(ms / 1000) + SILENCE_SLACK_SECONDS)}s` };
    }
    case 'presses':
      return { keys: event.keys.replaceAll(HIDDEN, '0') };
    case 'says':
      return { contact: event.text.slice(0, MAX_LINE) };
  }
}

/** After how many of the agent's words the contact spoke. Undefined if the agent finished. */
function interruptionOf({ isCut, says, event }: RecordedTurn, greets: boolean): number | undefined {
  if (!isCut || (event.kind === 'answers' && !greets)) return undefined;
  return says.match(/\S+/g)?.length ?? 0;
}

/** The tool calls of a turn, without those of which the record has only a part. */
function expectationsOf(actions: readonly RecordedAction[], tools: readonly Tool[]) {
  const calls = actions.flatMap(({ input, ...action }) => {
    const name = asksToConfirm(action.output) ? undefined : toolNameOf(action, tools);
    if (name === undefined) return [];
    const args = Object.entries(isShortened(input) ? {} : (input ?? {})).filter(
      ([, value]) => !isHidden(value),
    );
    return { tool: args.length > 0 ? { name, args: Object.fromEntries(args) } : name };
  });
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()].slice(0, MAX_EXPECTATIONS);
}

const isShortened = (fields: RecordedAction['input']) => typeof fields?.shortened === 'string';

export const isHidden = (value: unknown) => JSON.stringify(value)?.includes(HIDDEN) ?? false;

/** The name of the tool that takes an action. Undefined if a phrase triggered it, or the agent no longer has it. */
export const toolNameOf = (
  { action_id, type }: Pick<RecordedAction, 'action_id' | 'type'>,
  tools: readonly Tool[],
): string | undefined => tools.find(({ action }) => action.id === action_id && action.type === type)?.name;

/** Whether a service was asked, and not only the contact to confirm it. */
export const wasAsked = ({ type, output }: Pick<RecordedAction, 'type' | 'output'>): boolean =>
  isRequest({ type }) && !asksToConfirm(output);

function mocksOf(turns: readonly RecordedTurn[], tools: readonly Tool[]): MockInput[] {
  const answers = new Map<string, MockAnswer[]>();
  for (const action of turns.flatMap(({ actions }) => actions)) {
    const name = wasAsked(action) ? toolNameOf(action, tools) : undefined;
    if (name !== undefined) answers.set(name, [...(answers.get(name) ?? []), recordedAnswer(action)]);
  }
  return [...answers].slice(0, MAX_MOCKS).map(([tool, all]) => ({ tool, sequence: all.slice(0, MAX_MOCKS) }));
}

/** What a service answered. An invalid answer becomes a status that fails in the same way. */
export function recordedAnswer({ output, duration_ms }: RecordedAction): MockAnswer {
  const { error, result = null, agent_message } = output ?? {};
  if (typeof error === 'string') {
    if (error.endsWith('in time.')) return { error: 'timeout' };
    const usual = output?.outcome === 'unknown' ? 502 : 503;
    return { error: Number(/ (3\d\d|4\d\d|5\d\d)\.$/.exec(error)?.[1] ?? usual) };
  }
  return {
    returns: anyJson().safeParse(isShortened(output) ? output?.shortened : result).data ?? null,
    ...(typeof agent_message === 'string' && agent_message !== '' && { agent_message }),
    ...(duration_ms >= SLOW_MS && { latency_ms: Math.min(duration_ms, 600_000) }),
  };
}

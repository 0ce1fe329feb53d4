import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { isFinal } from '../../../lambdas/calls/model/call-state.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { placeOf, type Transfer } from '../../../lambdas/calls/model/transfer/transfer.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { isSpoken, type Turn } from '../../../lambdas/conversation/model/session.ts';
import { getConversation } from '../../../lambdas/conversation/store/conversations.ts';
import { recordKey } from '../../../lambdas/platform/table/keys.ts';
import { storedCall, withKept } from '../../support/table/stored-call.ts';
import type { State, Talk, World } from './expected.ts';
import {
  BEGINNING,
  END,
  FIRST_WORDS,
  GREETING,
  HOLD,
  TRANSFER,
  unbegunOver,
  WARM_TRANSFER,
} from './state.ts';
import { numberOf } from './vendor.ts';

/** The possible states of a call: several after a crash or concurrent happenings. */
export interface Model {
  possible: readonly State[];
}

export async function newWorld(
  parts: Pick<World, 'aws' | 'vendor' | 'functions'>,
  on_no_human_answer: CallWithSnapshot['on_no_human_answer'],
  { asksAhead = false }: Partial<Pick<World, 'asksAhead'>> = {},
): Promise<World> {
  const userId = randomUUID();
  const id = randomUUID();
  const blank = storedCall({
    id,
    user_id: userId,
    to_number: numberOf(id),
    on_no_human_answer,
    counted: true,
  });
  // A short time after which final words count as missing, and longer than they take.
  const turn_taking = { ask_ahead: asksAhead, requests_ahead: 2, longest_silence_ms: 2_000 };
  const settings = { ...blank.settings, turn_taking };
  const agent = { ...blank.agent, initial_message: GREETING, actions: ACTIONS.map(ownedBy(userId)) };
  const call = withKept({ ...blank, agent, settings, agent_version: 1 });
  await insertCall(parts.functions.table, call);
  const begun = { count: 0, hasDied: false };
  return { ...parts, ...begun, userId, callId: id, call, asksAhead };
}

const ownedBy =
  (user_id: string) =>
  (action: object): CallAction =>
    ({ config: {}, ...action, user_id }) as CallAction;
const byModel = { type: 'action_trigger_function_call', config: {} };

/** The actions of every agent. */
const ACTIONS = [
  { id: END, type: 'action_end_conversation', action_trigger: byModel },
  {
    id: TRANSFER,
    type: 'action_transfer_call',
    config: { phone_number: '+15550003333' },
    action_trigger: byModel,
  },
  {
    id: WARM_TRANSFER,
    type: 'action_transfer_call',
    config: {
      phone_number: '+15550004444',
      warm_transfer: { further_phone_numbers: ['+15550005555'], ring_seconds: 20, max_seconds: 300 },
    },
    action_trigger: byModel,
  },
  { id: HOLD, type: 'action_set_hold', action_trigger: byModel },
];

export const newModel = (): Model => ({ possible: [BEGINNING] });

/** The call in the table. */
export async function observed(world: World): Promise<{ call: StoredCall; state: State }> {
  const { table } = world.functions;
  const call = await loadCall(table, world);
  if (!call) throw new Error('The call is gone.');
  const { connection_id: connection, broken_off: broken, transfer } = call;
  const talk = connection === undefined ? undefined : await observedTalk(world, connection);
  const state: State = {
    status: call.status,
    started: call.start_time !== undefined,
    dialing: call.dialing_at !== undefined,
    sid: call.telephony_id !== undefined,
    recorded: call.recording_sid !== undefined,
    ...(talk && { talk }),
    attempts: (call.transfer_attempts ?? []).map(({ connected_at, failure_reason }) =>
      connected_at === undefined ? (failure_reason ?? 'ringing') : 'connected',
    ),
    ...(transfer && { transfer: observedTransfer(transfer) }),
    ...(call.returning_from && { returning: call.returning_from }),
    ...(broken && {
      broken: { session: broken.session_id, connection: broken.connection_id, count: broken.count },
    }),
    ...(call.human_detection_result && { detected: call.human_detection_result }),
    ...(call.ended_by && { endedBy: call.ended_by }),
  };
  return { call, state: plain(state) };
}

function observedTransfer({ session_id, action_id, verdict, ...rest }: Transfer) {
  const isWarm = action_id === WARM_TRANSFER;
  return {
    session: session_id,
    state: rest.state,
    isWarm,
    left: (isWarm ? 1 : 0) - placeOf({ session_id, action_id, ...rest }),
    ...(verdict !== undefined && { verdict }),
  };
}

async function observedTalk({ aws, functions }: World, connection: string): Promise<Talk> {
  const found = await getConversation(functions.table, connection);
  if (!found) return unbegunOver(connection);
  const { session, turns } = found;
  const { answer, intention } = session;
  const frames = aws.frames.get(connection) ?? [];
  return {
    connection,
    open: !session.closed,
    turns: turns.map(textOf),
    ...(answer && { speaking: { text: answer.text, complete: answer.complete } }),
    sent: frames.map(({ token = '' }) => token).join(''),
    generation: session.generation,
    ...(session.played_characters !== undefined && { played: session.played_characters }),
    ...(session.reports_playback && { tellsPlayed: true }),
    ...((session.ending || session.handoff !== undefined) && { leaving: true }),
    ...(intention && {
      intention: {
        action: intention.action.type,
        at: turns.filter(({ number }) => number < intention.number).length,
      },
    }),
    ...(session.holding && { holding: true }),
    failures: session.failures,
  };
}

const textOf = (turn: Turn) =>
  isSpoken(turn)
    ? `${turn.sender}: ${turn.text}`
    : `did: ${turn.action.type}${turn.failed && turn.action.output.not_carried_out ? ', stopped' : ''}`;

/** Without the fields that are undefined. */
const plain = (state: State): State => JSON.parse(JSON.stringify(state));

/** Without first words that were cut off, for which a slow machine left time. */
function withoutTimed({ talk, ...state }: State): State {
  const [first, ...turns] = talk?.turns ?? [];
  const isTimed = first && FIRST_WORDS.some((words) => `agent: ${words}`.startsWith(first));
  return { ...state, ...(talk && { talk: isTimed ? { ...talk, turns } : talk }) };
}

/** Ignores sent text: it may be neither stored nor heard after an interruption or a crash. */
const withoutSent = (state: State): State =>
  plain({ ...state, ...(state.talk && { talk: { ...state.talk, sent: '' } }) });

/** Compares the call with its possible states; `isExact`: including text sent to the vendor. */
export async function expectState(
  model: Model,
  world: World,
  { isExact }: { isExact: boolean },
): Promise<void> {
  const { call, state } = await observed(world);
  const view = isExact ? plain : withoutSent;
  const seen = view(state);
  const may = (given: State) => model.possible.some((one) => isDeepStrictEqual(view(one), given));
  if (!may(seen) && !may(withoutTimed(seen)))
    expect(seen, 'is none of what it may be').toEqual(view(model.possible[0]!));
  model.possible = [state];
  expectFinal(world, call);
}

/** Fields that may change after the end of a call: the vendor's id, a recording, the detection result, collected fields. */
const LATER = [
  'dialing_at',
  'telephony_id',
  'telephony_metadata',
  'reconcile_at',
  'recording_sid',
  'recording_available',
  'recording_kept_at',
  'human_detection_result',
  'human_detected_at',
  'collected_fields',
];

function expectFinal(world: World, call: StoredCall): void {
  if (!isFinal(call.status)) return;
  world.final ??= call;
  expect(lasting(call)).toEqual(lasting(world.final));
}

const lasting = (call: StoredCall) =>
  Object.fromEntries(Object.entries(call).filter(([field]) => !LATER.includes(field)));

/** The item of the call. */
export async function itemOf({ functions: { table }, userId, callId }: World) {
  const Key = recordKey(userId, 'call', callId);
  return (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
}

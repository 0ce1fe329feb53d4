import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import { isFinal } from '../../../lambdas/domain/calls/call-state.ts';
import { isSpoken, type Turn } from '../../../lambdas/domain/conversations/conversation.ts';
import { createCall, getCall } from '../../../lambdas/store/calls/calls.ts';
import { getConversation } from '../../../lambdas/store/conversations/conversations.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import { storedCall } from '../../support/stored-call.ts';
import type { Aws } from './aws.ts';
import type { CallKey, Functions } from './functions.ts';
import { BEGINNING, END, GREETING, type State, TRANSFER } from './state.ts';
import type { Talk } from './talk.ts';
import { numberOf, type Vendor } from './vendor.ts';

/** What a sequence runs against, and what it has come to. */
export interface World extends CallKey {
  readonly aws: Aws;
  readonly vendor: Vendor;
  readonly call: StoredCall;
  functions: Functions;
  /** Counts connections, conversations and what is said. */
  count: number;
  /** The call as it was when it was first seen to be over. */
  final?: StoredCall;
}

/** What a call may be, as far as can be told: several states when a function died or two ran side by side. */
export interface Model {
  possible: readonly State[];
}

export async function newWorld(
  parts: Pick<World, 'aws' | 'vendor' | 'functions'>,
  on_no_human_answer: StoredCall['on_no_human_answer'],
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
  const common = { user_id: userId, action_trigger: undefined };
  const call: StoredCall = {
    ...blank,
    agent: {
      ...blank.agent,
      initial_message: GREETING,
      actions: [
        { ...common, id: END, type: 'action_end_conversation', config: {} },
        { ...common, id: TRANSFER, type: 'action_transfer_call', config: { phone_number: '+15550003333' } },
      ],
    },
  };
  await createCall(parts.functions.table, call);
  return { ...parts, userId, callId: id, call, count: 0 };
}

export const newModel = (): Model => ({ possible: [BEGINNING] });

/** The call as it stands in the table. */
export async function observed(world: World): Promise<{ call: StoredCall; state: State }> {
  const { table } = world.functions;
  const call = await getCall(table, world);
  if (!call) throw new Error('The call is gone.');
  const { connection_id: connection, broken_off: broken, transfer } = call;
  const talk = connection === undefined ? undefined : await observedTalk(world, connection);
  const state: State = {
    status: call.status,
    started: call.start_time !== undefined,
    dialling: call.dialling_at !== undefined,
    sid: call.telephony_id !== undefined,
    recorded: call.recording_sid !== undefined,
    ...(talk && { talk }),
    ...(transfer && { transfer: { session: transfer.session_id, state: transfer.state } }),
    ...(call.returning_from && { returning: call.returning_from }),
    ...(broken && {
      broken: { session: broken.session_id, connection: broken.connection_id, count: broken.count },
    }),
    ...(call.human_detection_result && { detected: call.human_detection_result }),
    ...(call.ended_by && { endedBy: call.ended_by }),
  };
  return { call, state: plain(state) };
}

async function observedTalk({ aws, functions }: World, connection: string): Promise<Talk> {
  const found = await getConversation(functions.table, connection);
  if (!found) throw new Error('The conversation of the call is gone.');
  const { session, turns } = found;
  const { answer } = session;
  const frames = aws.frames.get(connection) ?? [];
  return {
    connection,
    open: !session.closed,
    turns: turns.map(textOf),
    ...(answer && { speaking: { text: answer.text, complete: answer.complete } }),
    sent: frames.map(({ token = '' }) => token).join(''),
    generation: session.generation,
    ...(session.played !== undefined && { played: session.played }),
    ...(session.tells_played && { tellsPlayed: true }),
    ...((session.ending || session.handoff !== undefined) && { leaving: true }),
    failures: session.failures,
  };
}

const textOf = (turn: Turn) => (isSpoken(turn) ? `${turn.sender}: ${turn.text}` : `did: ${turn.action.type}`);

/** Without the fields that are undefined. */
const plain = (state: State): State => JSON.parse(JSON.stringify(state));

/** So much may be sent that was not recorded, nor heard, when the other side broke in or a function died. */
const withoutSent = (state: State): State =>
  plain({ ...state, ...(state.talk && { talk: { ...state.talk, sent: '' } }) });

/** Holds the call against what it may be; `isExact`: also what was sent to the vendor. */
export async function hold(model: Model, world: World, { isExact }: { isExact: boolean }): Promise<void> {
  const { call, state } = await observed(world);
  const seen = isExact ? state : withoutSent(state);
  const view = isExact ? plain : withoutSent;
  if (!model.possible.some((one) => isDeepStrictEqual(view(one), seen)))
    expect(seen, 'is none of what it may be').toEqual(view(model.possible[0]!));
  model.possible = [state];
  holdFinal(world, call);
}

/** What of a call may be told after its end: the vendor's name for it, a recording, who answered, what was found in it. */
const LATER = [
  'dialling_at',
  'telephony_id',
  'telephony_metadata',
  'settle_at',
  'recording_sid',
  'recording_available',
  'recording_kept_at',
  'human_detection_result',
  'human_detected_at',
  'collected_fields',
];

function holdFinal(world: World, call: StoredCall): void {
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

import { randomUUID } from 'node:crypto';
import { startModel } from 'vendor-simulators/model/model.ts';
import { expect } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { isFinal } from '../../../lambdas/calls/model/call-state.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import { isSpoken, type Session, type Turn } from '../../../lambdas/conversation/model/session.ts';
import { getConversation } from '../../../lambdas/conversation/store/conversations.ts';
import { storedCall, withKept } from '../../support/table/stored-call.ts';
import { type Aws, startAws, TABLE } from './aws.ts';
import { type CallKey, type Functions, startFunctions, stubEnvironment } from './functions.ts';
import { numberOf, startVendor, type Vendor } from './vendor.ts';

const RULES = [
  { when: { last_user: '^hold' }, tool_call: { name: 'set_hold' } },
  { when: { last_user: '^goodbye' }, tool_call: { name: 'end_conversation' } },
  { when: { last_user: '^transfer' }, tool_call: { name: 'transfer_call' } },
  { when: { last_user: '^stumble' }, fault: 'http_500' as const },
  { when: { last_user: '^slowly' }, reply: '${last_user}', token_ms: 20 },
  { reply: '${last_user}' },
];

/** The environment of sequences: AWS, the vendor, a language model, and the functions. */
export async function startScene() {
  const [aws, vendor, model] = await Promise.all([
    startAws(),
    startVendor(),
    startModel({ apiKey: 'key', replies: RULES }),
  ]);
  stubEnvironment({ aws, vendor: vendor.url, model: model.url });
  const functions = await startFunctions();
  const publishAll = await publisher(aws);
  const close = () => Promise.all([aws.close(), vendor.close(), model.close()]);
  return { aws, vendor, functions, publishAll, close };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

/** Publishes the records of the table's stream, in order. */
async function publisher(aws: Aws): Promise<() => Promise<void>> {
  const { handler } = await import('../../../lambdas/events/publish.ts');
  const cursor = aws.database.stream(TABLE, 'publish-events');
  const run = async () => {
    for (let Records = await cursor.read(100); Records.length > 0; Records = await cursor.read(100)) {
      expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [] });
      await cursor.checkpoint(Records.at(-1)!.dynamodb.SequenceNumber);
    }
  };
  let former: Promise<unknown> = Promise.resolve();
  return () => {
    const running = former.then(run);
    former = running.catch(() => undefined);
    return running;
  };
}

/** What the table and the vendor have of a call. */
export interface Seen {
  readonly call: StoredCall;
  /** The conversation over the call's connection. */
  readonly session?: Session;
  /** Its turns in order: `human: …`, `agent: …`, `did: …`. */
  readonly turns: readonly string[];
  /** All words that were sent over the connection. */
  readonly sent: string;
}

/** The environment of a call, and what was last seen of it. */
export interface World extends CallKey {
  readonly aws: Aws;
  readonly vendor: Vendor;
  readonly publishAll: () => Promise<void>;
  functions: Functions;
  seen: Seen;
  /** Counts connections and utterances. */
  count: number;
  /** All words that were ever sent. */
  sent: string;
  /** Whether a function died: one that has stored the end of the call may not have counted it. */
  hasDied: boolean;
  /** Whether words may be stored that were not sent, because a function died or another event came in between. */
  mayHaveUnsent: boolean;
}

/** The greeting of every agent. */
export const GREETING = 'Good day, this is Ada.';
/** The action that transfers calls. */
export const TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8021';
/** The action that transfers calls to one of two numbers, where people are asked first. */
export const WARM_TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8023';

const WARM = { further_phone_numbers: ['+15550005555'], ring_seconds: 20, max_seconds: 300 };

/** The actions of every agent. */
const ACTIONS = [
  { id: '01890a5d-ac96-774b-bcce-b302099a8022', type: 'action_end_conversation' },
  { id: TRANSFER, type: 'action_transfer_call', config: { phone_number: '+15550003333' } },
  {
    id: WARM_TRANSFER,
    type: 'action_transfer_call',
    config: { phone_number: '+15550004444', warm_transfer: WARM },
  },
  { id: '01890a5d-ac96-774b-bcce-b302099a8025', type: 'action_set_hold' },
];

const actionOf =
  (user_id: string) =>
  (action: object): CallAction => {
    const action_trigger = { type: 'action_trigger_function_call', config: {} };
    return { config: {}, action_trigger, ...action, user_id } as CallAction;
  };

export async function newWorld(
  scene: Scene,
  {
    onMachine = 'continue',
    asksAhead = false,
  }: { readonly onMachine?: CallWithSnapshot['on_no_human_answer']; readonly asksAhead?: boolean } = {},
): Promise<World> {
  const [userId, id] = [randomUUID(), randomUUID()];
  const blank = storedCall({
    id,
    user_id: userId,
    to_number: numberOf(id),
    on_no_human_answer: onMachine,
    counted: true,
  });
  // A short time after which final words count as missing, and longer than they take.
  const turn_taking = { ask_ahead: asksAhead, requests_ahead: 2, longest_silence_ms: 2_000 };
  const settings = { ...blank.settings, turn_taking };
  const agent = { ...blank.agent, initial_message: GREETING, actions: ACTIONS.map(actionOf(userId)) };
  const call = withKept({ ...blank, agent, settings, agent_version: 1 });
  await insertCall(scene.functions.table, call);
  const begun = {
    seen: { call, turns: [], sent: '' },
    count: 0,
    sent: '',
    hasDied: false,
    mayHaveUnsent: false,
  };
  return { ...scene, ...begun, userId, callId: id };
}

export const isOver = ({ call }: Seen) => isFinal(call.status);

const { unreachable, interrupted } = PHRASES.en;

/** The first words of the next conversation; undefined if the call may have none. */
export function openingOf({ call }: Seen): string | undefined {
  const { status, telephony_id, connection_id: connection, returning_from, broken_off } = call;
  if (status !== 'in_progress' || telephony_id === undefined) return undefined;
  if (connection === undefined) return GREETING;
  if (returning_from === connection) return unreachable;
  return broken_off?.connection_id === connection ? interrupted : undefined;
}

/** Reads the call and its conversation. */
export async function read({ aws, functions: { table }, ...key }: World): Promise<Seen> {
  const call = await loadCall(table, key);
  if (!call) throw new Error('The call is gone.');
  const { connection_id: connection } = call;
  const found = connection === undefined ? undefined : await getConversation(table, connection);
  return {
    call,
    ...(found && { session: found.session }),
    turns: (found?.turns ?? []).map(textOf),
    sent: (aws.frames.get(connection ?? '') ?? []).map(({ token = '' }) => token).join(''),
  };
}

const textOf = (turn: Turn) =>
  isSpoken(turn)
    ? `${turn.sender}: ${turn.text}`
    : `did: ${turn.action.type}${turn.failed && turn.action.output.not_carried_out ? ', stopped' : ''}`;

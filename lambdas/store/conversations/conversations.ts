import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type ActionTurn,
  type Change,
  type PendingAnswer,
  type Session,
  session,
  type Turn,
  turn,
} from '../../domain/conversations/conversation.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { conversationPartition, historyKey, recordKey, sessionKey, turnKey } from '../table/keys.ts';
import { isTransacted, isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { transactIf } from '../table/write-if.ts';

/** A conversation with its turns, oldest first. */
export interface Conversation {
  readonly session: Session;
  readonly turns: readonly Turn[];
}

/** Seconds for which a conversation's items are kept after its beginning. Calls keep their transcript. */
const KEPT_SECONDS = 7 * 24 * 3600;

/**
 * The same for HIPAA-compliant calls, from the last change. Such a conversation is deleted at its end; if that fails,
 * it expires soon.
 */
const KEPT_PRIVATE_SECONDS = 2 * 3600;

/** Most items of a transaction. */
const MAX_ITEMS = 100;

/**
 * Begins a conversation and stores its connection on the call. Returns false if the call is over, if it has a conversation
 * other than the resumed one, or if the vendor has reported that this one is over.
 */
export async function beginConversation(
  table: Table,
  connectionId: string,
  start: { readonly session: Session; readonly now: Date; readonly history?: readonly Turn[] },
): Promise<boolean> {
  const { session: begun, now, history = [] } = start;
  const { call_id, user_id, resumes, relay_session_id } = begun;
  return isTransacted(table, [
    {
      Put: {
        TableName: table.name,
        Item: { ...sessionKey(connectionId), ...begun, expires_at: expiry(begun, now) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: table.name,
        Key: recordKey(user_id, 'call', call_id),
        UpdateExpression: 'SET connection_id = :connection',
        // A setup may be handled after the vendor reported that its session is over.
        ConditionExpression: `#status = :in_progress AND ${resumes === undefined ? 'attribute_not_exists(connection_id)' : 'connection_id = :resumed'} AND (attribute_not_exists(broken_off) OR broken_off.session_id <> :session)`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':connection': connectionId,
          ':in_progress': 'in_progress',
          ':session': relay_session_id ?? '',
          ...(resumes !== undefined && { ':resumed': resumes }),
        },
      },
    },
    ...historyItems(history).map((item, part) => ({
      Put: {
        TableName: table.name,
        Item: { ...historyKey(connectionId, part), ...item, expires_at: expiry(begun, now) },
      },
    })),
  ]);
}

/** Largest item of earlier turns, as JSON. Few items hold them, and they cause no events: those were published before. */
const HISTORY_ITEM_LENGTH = 200_000;

function historyItems(turns: readonly Turn[]): { readonly turns: Turn[] }[] {
  const parts: Turn[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const one of turns) {
    const own = JSON.stringify(one).length;
    if (length + own > HISTORY_ITEM_LENGTH) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(one);
    length += own;
  }
  return parts.map((part) => ({ turns: part }));
}

/** The session without its turns. */
export async function getSession(table: Table, connectionId: string): Promise<Session | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: sessionKey(connectionId), ConsistentRead: true }),
  );
  return Item && session.parse(Item);
}

/** The conversation with its turns, one request per megabyte. */
export async function getConversation(table: Table, connectionId: string): Promise<Conversation | undefined> {
  const items = await itemsOf(table, connectionId);
  const head = items.find(isHead);
  return (
    head && {
      session: session.parse(head),
      // HISTORY sorts before TURN.
      turns: items.filter(hasTurns).flatMap((item) => turnsOf(item)),
    }
  );
}

async function itemsOf(table: Table, connectionId: string): Promise<Item[]> {
  const items: Item[] = [];
  const pages = paginateQuery(table, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': conversationPartition(connectionId) },
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}

type Item = Record<string, unknown>;

const isHead = ({ sk }: Item) => sk === 'SESSION';

const hasTurns = ({ sk }: Item) => /^(HISTORY|TURN)#/.test(String(sk));

const history = z.object({ turns: z.array(turn) });

const turnsOf = (item: Item): Turn[] =>
  String(item.sk).startsWith('HISTORY#') ? history.parse(item).turns : [turn.parse(item)];

/**
 * Attempts once to store a change, all or nothing. Returns false if the session changed since it was read or another
 * write was in progress: read it again and decide anew.
 */
export async function applyChange(
  table: Table,
  connectionId: string,
  change: { readonly before: Session; readonly now: Date } & Change,
): Promise<boolean> {
  const { outcome } = await transactIf(table, changeItems(table, connectionId, change));
  return outcome === 'done';
}

/** Adds to the number of played characters; ignored without a pending answer. */
export async function addPlayed(table: Table, connectionId: string, characters: number): Promise<void> {
  await isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(connectionId),
        UpdateExpression: 'ADD played :characters SET tells_played = :true',
        ConditionExpression: 'attribute_exists(answer) AND attribute_not_exists(closed)',
        ExpressionAttributeValues: { ':characters': characters, ':true': true },
      }),
    ),
  );
}

/** The writes of a change. */
export function changeItems(
  table: Table,
  connectionId: string,
  change: { readonly before: Session; readonly now: Date } & Change,
) {
  const { before, session: after, newTurns, now } = change;
  return [
    {
      Put: {
        TableName: table.name,
        Item: { ...sessionKey(connectionId), ...after, expires_at: expiry(after, now) },
        // `tells_played` is set once, outside of the versions.
        ConditionExpression: `version = :version AND attribute_not_exists(closed)${before.tells_played ? '' : ' AND attribute_not_exists(tells_played)'}`,
        ExpressionAttributeValues: { ':version': before.version },
      },
    },
    ...newTurns.map((item) => turnPut(table, connectionId, { turn: item, now })),
  ];
}

/**
 * Stores the sent part of an answer. Returns false if its generation is old: so a streaming invocation detects an
 * interruption.
 */
export async function recordAnswer(
  table: Table,
  connectionId: string,
  state: {
    readonly generation: number;
    readonly answer: PendingAnswer;
    readonly failures: number;
    /** Whether the call ends when the answer was spoken. */
    readonly ending: boolean;
  },
): Promise<boolean> {
  return isWritten(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(connectionId),
        UpdateExpression: `SET answer = :answer, failures = :failures, version = version + :one${state.ending ? ', ending = :true' : ''}`,
        ConditionExpression: 'generation = :generation AND attribute_not_exists(closed)',
        ExpressionAttributeValues: {
          ':answer': state.answer,
          ':failures': state.failures,
          ':generation': state.generation,
          ':one': 1,
          ...(state.ending && { ':true': true }),
        },
      }),
    ),
  );
}

/** An action that was taken, and its effect on the session. */
export interface TakenAction {
  readonly turn: ActionTurn;
  readonly effect: Pick<Session, 'ending' | 'handoff' | 'holding'>;
  /** Without it, the action is stored whatever was said meanwhile. */
  readonly generation?: number;
  readonly now: Date;
}

/** Stores an action at its place in the conversation. Returns false if the place is taken or the generation changed. */
export async function recordAction(
  table: Table,
  connectionId: string,
  { turn: item, effect, generation, now }: TakenAction,
): Promise<boolean> {
  const session = fieldUpdate({
    set: { ...effect, turns: item.number },
    add: { version: 1 },
    condition: `turns = :before AND attribute_not_exists(closed)${generation === undefined ? '' : ' AND generation = :generation'}`,
    values: { ':before': item.number - 1, ...(generation !== undefined && { ':generation': generation }) },
  });
  const Update = { TableName: table.name, Key: sessionKey(connectionId), ...session };
  return isTransacted(table, [{ Update }, turnPut(table, connectionId, { turn: item, now })]);
}

/** Stores an action after its conversation was closed. */
export async function recordLateAction(
  table: Table,
  connectionId: string,
  { turn: item, now }: Pick<TakenAction, 'turn' | 'now'>,
): Promise<boolean> {
  return isWritten(() =>
    table.client.send(new PutCommand(turnPut(table, connectionId, { turn: item, now }).Put)),
  );
}

const turnPut = (
  table: Table,
  connectionId: string,
  { turn: item, now }: { readonly turn: Turn; readonly now: Date },
) => ({
  Put: {
    TableName: table.name,
    Item: { ...turnKey(connectionId, item.number), ...item, expires_at: expiry(item, now) },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Deletes a conversation with its turns and its history. */
export async function deleteConversation(table: Table, connectionId: string): Promise<void> {
  const items = await itemsOf(table, connectionId);
  const head = items.find(isHead);
  if (!head) return;
  const { resumes } = session.parse(head);
  if (resumes !== undefined) await deleteConversation(table, resumes);
  // The session goes last: while it exists, the rest can be found.
  const keys = [...items.filter((item) => item !== head), head].map(({ pk, sk }) => ({ pk, sk }));
  for (let start = 0; start < keys.length; start += MAX_ITEMS) {
    const writes = keys
      .slice(start, start + MAX_ITEMS)
      .map((Key) => ({ Delete: { TableName: table.name, Key } }));
    await isTransacted(table, writes);
  }
}

const expiry = ({ hipaa_compliant }: Pick<Session, 'hipaa_compliant'>, now: Date) =>
  Math.floor(now.getTime() / 1000) + (hipaa_compliant ? KEPT_PRIVATE_SECONDS : KEPT_SECONDS);

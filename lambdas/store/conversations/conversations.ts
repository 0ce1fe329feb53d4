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

/** A conversation with all its turns, oldest first. */
export interface Conversation {
  readonly session: Session;
  readonly turns: readonly Turn[];
}

/** How long a conversation's items are kept after its beginning, in seconds: calls keep their transcript for good. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The same where nothing may be kept, counted from the last change: such a conversation is deleted at its end, and should that fail, expires soon. */
const KEPT_PRIVATE_SECONDS = 2 * 3600;

/** So many items a transaction may have. */
const MAX_ITEMS = 100;

/** Begins a conversation and names it in its call; false when the call is over or has a conversation other than the one that is resumed. */
export async function beginConversation(
  table: Table,
  connectionId: string,
  start: { readonly session: Session; readonly now: Date; readonly history?: readonly Turn[] },
): Promise<boolean> {
  const { session: begun, now, history = [] } = start;
  const { call_id, user_id, resumes } = begun;
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
        ConditionExpression: `#status = :in_progress AND ${resumes === undefined ? 'attribute_not_exists(connection_id)' : 'connection_id = :resumed'}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':connection': connectionId,
          ':in_progress': 'in_progress',
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

/** Turns that were held before are kept in few items, which no event comes of: they were told when they were held. */
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

/** The state of a conversation without its turns. */
export async function getSession(table: Table, connectionId: string): Promise<Session | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: sessionKey(connectionId), ConsistentRead: true }),
  );
  return Item && session.parse(Item);
}

/** The whole conversation, in one request for each megabyte. */
export async function getConversation(table: Table, connectionId: string): Promise<Conversation | undefined> {
  const items = await itemsOf(table, connectionId);
  const head = items.find(isHead);
  return (
    head && {
      session: session.parse(head),
      // In the order of the sort keys, HISTORY comes before TURN.
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
 * Attempts once to store what happened, all or nothing. Returns false if the conversation has moved on since it was read, or
 * another write was at it: read it again and decide anew.
 */
export async function applyChange(
  table: Table,
  connectionId: string,
  change: { readonly before: Session; readonly now: Date } & Change,
): Promise<boolean> {
  const { outcome } = await transactIf(table, changeItems(table, connectionId, change));
  return outcome === 'done';
}

/** Adds to how many characters of the answer were played; nothing when no answer is pending. */
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

/** The parts of a transaction that store what happened in a conversation. */
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
        // That the vendor tells what it plays is noted beside the versions, once.
        ConditionExpression: `version = :version AND attribute_not_exists(closed)${before.tells_played ? '' : ' AND attribute_not_exists(tells_played)'}`,
        ExpressionAttributeValues: { ':version': before.version },
      },
    },
    ...newTurns.map((item) => turnPut(table, connectionId, { turn: item, now })),
  ];
}

/**
 * Keeps how far an answer was sent; false when the answer is of an older generation, which is how a streaming
 * invocation learns that it was interrupted.
 */
export async function recordAnswer(
  table: Table,
  connectionId: string,
  state: {
    readonly generation: number;
    readonly answer: PendingAnswer;
    readonly failures: number;
    /** The call ends when the answer has been spoken. */
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

/** An action that was taken, with what it changes of the conversation. */
export interface TakenAction {
  readonly turn: ActionTurn;
  readonly effect: Pick<Session, 'ending' | 'handoff' | 'holding'>;
  /** Left out: the action is stored whatever was said meanwhile. */
  readonly generation?: number;
  readonly now: Date;
}

/** Stores an action at its place in the conversation; false when the place was taken, or the conversation has moved on. */
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

/** Stores an action of a conversation that was closed while it was being taken. */
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

/** Deletes a conversation with all its turns, and those that it goes on with. */
export async function deleteConversation(table: Table, connectionId: string): Promise<void> {
  const items = await itemsOf(table, connectionId);
  const head = items.find(isHead);
  if (!head) return;
  const { resumes } = session.parse(head);
  if (resumes !== undefined) await deleteConversation(table, resumes);
  // The state goes last: as long as it is there, the rest can be found.
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

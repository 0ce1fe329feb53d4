import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { updateItem } from '../../platform/table/items.ts';
import { speculationKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';

/** Which invocation waits with the latest partial words, and whether it asked the model. Words only as hashes. */
export const speculationState = z.lazy(() =>
  z.object({
    invocation: z.optional(z.string()),
    partial_ms: z._default(z.number(), 0),
    words_hash: z._default(z.string(), ''),
    /** The session's generation and number of turns if these words become final. Present if the model was asked. */
    generation: z.optional(z.number()),
    turns: z.optional(z.number()),
    /** The number of speculative requests in the turn of the generation `requests_of`. */
    requests: z._default(z.number(), 0),
    requests_of: z.optional(z.number()),
    /** The invocation that answers the final words; empty if none of those that wait with parts of them does. */
    final_for: z.optional(z.string()),
    final_ms: z._default(z.number(), 0),
    /** The latest speculation whose turn is answered, and by which invocation: its own, or that of the final words. */
    claimed_invocation: z.optional(z.string()),
    claimed_by: z.optional(z.enum(['partial', 'final'])),
    /** Tokens of this conversation's requests whose answers were dropped; estimates. */
    dropped_tokens: z._default(z.number(), 0),
  }),
);
export type SpeculationState = z.infer<typeof speculationState>;

/** Seconds for which the item is kept after the latest words. */
const KEPT_SECONDS = 2 * 3600;

interface Place {
  readonly table: Table;
  readonly connectionId: string;
}

export interface PartialWords {
  readonly invocationId: string;
  readonly arrivedAt: Date;
  readonly wordsHash: string;
  /** Milliseconds for which an invocation waits for the final words. */
  readonly waitedMs: number;
  readonly now: Date;
}

/** Returns false if later or final words were handled before, or another invocation waits with the same words. */
export function notePartialWords(
  place: Place,
  { invocationId, arrivedAt, wordsHash, waitedMs, now }: PartialWords,
): Promise<boolean> {
  const partial_ms = arrivedAt.getTime();
  const isNews =
    'words_hash <> :words OR attribute_exists(final_for) OR partial_ms < :abandoned OR attribute_not_exists(invocation)';
  return update(place, {
    set: {
      invocation: invocationId,
      partial_ms,
      words_hash: wordsHash,
      expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
    remove: ['generation', 'turns', 'final_for'],
    condition: `attribute_not_exists(partial_ms) OR (partial_ms < :partial AND (attribute_not_exists(final_ms) OR final_ms < :partial) AND (${isNews}))`,
    values: { ':partial': partial_ms, ':words': wordsHash, ':abandoned': partial_ms - waitedMs },
  });
}

export type SpeculatedTurn = Required<Pick<SpeculationState, 'generation' | 'turns' | 'requests'>>;

export function noteSpeculation(
  place: Place,
  invocationId: string,
  { generation, turns, requests }: SpeculatedTurn,
): Promise<boolean> {
  return update(place, {
    set: { generation, turns, requests, requests_of: generation },
    condition: 'invocation = :invocation AND attribute_not_exists(final_for)',
    values: { ':invocation': invocationId },
  });
}

/** The item, read eventually consistently: it may be moments old. */
export async function readSpeculationState(place: Place): Promise<SpeculationState | undefined> {
  const { table, connectionId } = place;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: speculationKey(connectionId) }),
  );
  return Item && speculationState.parse(Item);
}

export interface FinalWords {
  readonly finalFor: string;
  readonly arrivedAt: Date;
}

/** Notes who answers the final words; empty for none of those that wait. False if later words were handled. */
export function noteFinalWords(
  place: Place,
  invocationId: string,
  { finalFor, arrivedAt }: FinalWords,
): Promise<boolean> {
  return update(place, {
    set: { final_for: finalFor, final_ms: arrivedAt.getTime() },
    condition: 'invocation = :invocation',
    values: { ':invocation': invocationId },
  });
}

/** Claims the answer for one of two invocations. Exactly one succeeds, also if its write is repeated. */
export function claimAnswer(place: Place, invocationId: string, by: 'partial' | 'final'): Promise<boolean> {
  return update(place, {
    set: { claimed_invocation: invocationId, claimed_by: by },
    condition:
      'attribute_not_exists(claimed_invocation) OR claimed_invocation <> :invocation OR claimed_by = :by',
    values: { ':invocation': invocationId, ':by': by },
  });
}

/** Adds the tokens of a request whose answer was dropped. Does nothing if the conversation was deleted. */
export async function addDroppedTokens(place: Place, tokens: number): Promise<void> {
  const change = { add: { dropped_tokens: tokens }, condition: 'attribute_exists(pk)' };
  await update(place, change);
}

function update({ table, connectionId }: Place, change: FieldUpdate): Promise<boolean> {
  return updateItem(table, speculationKey(connectionId), change);
}

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { updateItem } from '../../platform/table/items.ts';
import { speculationKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';

/** Which invocation heard the latest partial words, and whether it asked the model. Words only as hashes. */
export const speculationState = z.lazy(() =>
  z.object({
    heard_by: z.optional(z.string()),
    heard_ms: z._default(z.number(), 0),
    words_hash: z._default(z.string(), ''),
    /** The session's generation and number of turns if these words become final. Present if the model was asked. */
    generation: z.optional(z.number()),
    turns: z.optional(z.number()),
    /** The number of speculative requests in the turn of the generation `requests_of`. */
    requests: z._default(z.number(), 0),
    requests_of: z.optional(z.number()),
    /** The invocation that answers the final words; empty if none of those that heard parts of them does. */
    final_for: z.optional(z.string()),
    final_ms: z._default(z.number(), 0),
    /** The latest speculation whose turn is answered, and by which invocation: its own, or that of the final words. */
    claimed: z.optional(z.string()),
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

interface PartialWords {
  readonly heardBy: string;
  readonly heardAt: Date;
  readonly wordsHash: string;
  /** Milliseconds for which an invocation waits for the final words. */
  readonly waitedMs: number;
  readonly now: Date;
}

/** Returns false if later or final words were handled before, or another invocation waits with the same words. */
export function notePartialWords(
  place: Place,
  { heardBy, heardAt, wordsHash, waitedMs, now }: PartialWords,
): Promise<boolean> {
  const heard_ms = heardAt.getTime();
  const isNews =
    'words_hash <> :words OR attribute_exists(final_for) OR heard_ms < :abandoned OR attribute_not_exists(heard_by)';
  return update(place, {
    set: {
      heard_by: heardBy,
      heard_ms,
      words_hash: wordsHash,
      expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
    remove: ['generation', 'turns', 'final_for'],
    condition: `attribute_not_exists(heard_ms) OR (heard_ms < :heard AND (attribute_not_exists(final_ms) OR final_ms < :heard) AND (${isNews}))`,
    values: { ':heard': heard_ms, ':words': wordsHash, ':abandoned': heard_ms - waitedMs },
  });
}

export function noteSpeculation(
  place: Place,
  heardBy: string,
  { generation, turns, requests }: Required<Pick<SpeculationState, 'generation' | 'turns' | 'requests'>>,
): Promise<boolean> {
  return update(place, {
    set: { generation, turns, requests, requests_of: generation },
    condition: 'heard_by = :heard_by AND attribute_not_exists(final_for)',
    values: { ':heard_by': heardBy },
  });
}

/** The item, read eventually consistently: it may be moments old. */
export async function readSpeculationState({
  table,
  connectionId,
}: Place): Promise<SpeculationState | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: speculationKey(connectionId) }),
  );
  return Item && speculationState.parse(Item);
}

/** Notes who answers the final words; empty for none of those that wait. False if later words were handled. */
export function noteFinalWords(
  place: Place,
  heardBy: string,
  { finalFor, arrivedAt }: { readonly finalFor: string; readonly arrivedAt: Date },
): Promise<boolean> {
  return update(place, {
    set: { final_for: finalFor, final_ms: arrivedAt.getTime() },
    condition: 'heard_by = :heard_by',
    values: { ':heard_by': heardBy },
  });
}

/** Claims the answer for one of two invocations. Exactly one succeeds, also if its write is repeated. */
export function claimAnswer(place: Place, heardBy: string, by: 'partial' | 'final'): Promise<boolean> {
  return update(place, {
    set: { claimed: heardBy, claimed_by: by },
    condition: 'attribute_not_exists(claimed) OR claimed <> :heard_by OR claimed_by = :by',
    values: { ':heard_by': heardBy, ':by': by },
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

import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { fieldUpdate } from '../table/field-update.ts';
import { speculationKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/**
 * The state of the caller's words before they are final: which invocation heard the latest of them, and whether it
 * asked the model. One item for each conversation; it has no words, only their hash.
 */
export const speculationState = z.lazy(() =>
  z.object({
    /** The invocation that heard the latest partial words. */
    heard_by: z.optional(z.string()),
    /** When their frame arrived: milliseconds since 1970. */
    heard_ms: z._default(z.number(), 0),
    words_hash: z._default(z.string(), ''),
    /** The session's generation and number of turns if these words become final. Present if the model was asked. */
    generation: z.optional(z.number()),
    turns: z.optional(z.number()),
    /** The number of speculative requests in the turn of the generation `requests_of`. */
    requests: z._default(z.number(), 0),
    requests_of: z.optional(z.number()),
    /**
     * The words are final: the id of the invocation that answers them, or empty if it is none of those that heard parts
     * of them.
     */
    final_for: z.optional(z.string()),
    /** When the frame with the final words arrived. */
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

/** One conversation's item. */
interface Place {
  readonly table: Table;
  readonly connectionId: string;
}

/** Partial words of the caller. */
interface PartialWords {
  readonly heardBy: string;
  /** When their frame arrived. */
  readonly heardAt: Date;
  readonly wordsHash: string;
  /** Milliseconds for which an invocation waits for the final words. */
  readonly waitedMs: number;
  readonly now: Date;
}

/**
 * Stores which invocation heard the latest partial words. Returns false if they are not the latest: a later frame or
 * the final words were handled before, or another invocation waits with the same words.
 */
export function notePartialWords(
  place: Place,
  { heardBy, heardAt, wordsHash, waitedMs, now }: PartialWords,
): Promise<boolean> {
  const heard_ms = heardAt.getTime();
  const isNews =
    'words_hash <> :words OR attribute_exists(final_for) OR heard_ms < :abandoned OR attribute_not_exists(heard_by)';
  return isWritten(() =>
    update(place, {
      set: {
        heard_by: heardBy,
        heard_ms,
        words_hash: wordsHash,
        expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
      },
      remove: ['generation', 'turns', 'final_for'],
      condition: `attribute_not_exists(heard_ms) OR (heard_ms < :heard AND (attribute_not_exists(final_ms) OR final_ms < :heard) AND (${isNews}))`,
      values: { ':heard': heard_ms, ':words': wordsHash, ':abandoned': heard_ms - waitedMs },
    }),
  );
}

/**
 * Stores that the model is asked with partial words. Returns false if later or final words were handled meanwhile.
 */
export function noteSpeculation(
  place: Place,
  heardBy: string,
  {
    generation,
    turns,
    requests,
  }: { readonly generation: number; readonly turns: number; readonly requests: number },
): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { generation, turns, requests, requests_of: generation },
      condition: 'heard_by = :heard_by AND attribute_not_exists(final_for)',
      values: { ':heard_by': heardBy },
    }),
  );
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

/**
 * Stores that the words are final, and that the invocation `finalFor` answers them; empty if none of the invocations
 * that heard parts of them does. Returns false if later words were handled meanwhile.
 */
export function noteFinalWords(
  place: Place,
  heardBy: string,
  { finalFor, arrivedAt }: { readonly finalFor: string; readonly arrivedAt: Date },
): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { final_for: finalFor, final_ms: arrivedAt.getTime() },
      condition: 'heard_by = :heard_by',
      values: { ':heard_by': heardBy },
    }),
  );
}

/**
 * Claims the answer to a speculation's words for its own invocation or for that of the final words. Exactly one of them
 * succeeds, also if its write is repeated.
 */
export function claimAnswer(place: Place, heardBy: string, by: 'partial' | 'final'): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { claimed: heardBy, claimed_by: by },
      condition: 'attribute_not_exists(claimed) OR claimed <> :heard_by OR claimed_by = :by',
      values: { ':heard_by': heardBy, ':by': by },
    }),
  );
}

/** Adds the tokens of a request whose answer was dropped. Does nothing if the conversation was deleted. */
export async function addDroppedTokens(place: Place, tokens: number): Promise<void> {
  const change = { add: { dropped_tokens: tokens }, condition: 'attribute_exists(pk)' };
  await isWritten(() => update(place, change));
}

function update({ table, connectionId }: Place, change: Parameters<typeof fieldUpdate>[0]) {
  const input: UpdateCommandInput = {
    TableName: table.name,
    Key: speculationKey(connectionId),
    ...fieldUpdate(change),
  };
  return table.client.send(new UpdateCommand(input));
}

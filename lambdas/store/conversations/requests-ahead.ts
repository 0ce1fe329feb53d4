import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { fieldUpdate } from '../table/field-update.ts';
import { requestAheadKey } from '../table/keys.ts';
import { isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/**
 * The state of the caller's words before they are final: which invocation heard the latest of them, and whether it
 * asked the model. One item for each conversation; it has no words, only their hash.
 */
export const requestAhead = z.lazy(() =>
  z.object({
    /** The invocation that heard the latest partial words. */
    heard_by: z.optional(z.string()),
    /** When their frame arrived: milliseconds since 1970. */
    heard_ms: z._default(z.number(), 0),
    words_hash: z._default(z.string(), ''),
    /** The session's generation and number of turns if these words become final. Present if the model was asked. */
    generation: z.optional(z.number()),
    turns: z.optional(z.number()),
    /** The number of requests ahead in the turn of the generation `requests_of`. */
    requests: z._default(z.number(), 0),
    requests_of: z.optional(z.number()),
    /**
     * The words are final: the id of the invocation that answers them, or empty if it is none of those that heard parts
     * of them.
     */
    final_for: z.optional(z.string()),
    /** When the frame with the final words arrived. */
    final_ms: z._default(z.number(), 0),
    /** Tokens of dropped answers that the turn of these words counts. */
    final_wasted: z._default(z.number(), 0),
    /** The latest invocation that may answer, and the latest that may no longer answer. */
    adopted: z.optional(z.string()),
    revoked: z.optional(z.string()),
    /** Tokens of this conversation's requests whose answers were dropped; estimates. */
    speculative_tokens_in: z._default(z.number(), 0),
    speculative_tokens_out: z._default(z.number(), 0),
  }),
);
export type RequestAhead = z.infer<typeof requestAhead>;

/** Seconds for which the item is kept after the latest words. */
const KEPT_SECONDS = 2 * 3600;

/** One conversation's item. */
export interface Place {
  readonly table: Table;
  readonly connectionId: string;
}

/** Partial words of the caller. */
export interface PartialWords {
  readonly heardBy: string;
  /** When their frame arrived. */
  readonly heardAt: Date;
  readonly wordsHash: string;
  /** Milliseconds for which an invocation waits for the final words. */
  readonly waitedMs: number;
  readonly now: Date;
}

/**
 * Stores which invocation heard the latest partial words. Returns undefined if they are not the latest: a later frame
 * or the final words were handled before, or another invocation waits with the same words.
 */
export async function noteHeard(
  place: Place,
  { heardBy, heardAt, wordsHash, waitedMs, now }: PartialWords,
): Promise<RequestAhead | undefined> {
  const heard_ms = heardAt.getTime();
  const isNews =
    'words_hash <> :words OR attribute_exists(final_for) OR heard_ms < :abandoned OR attribute_not_exists(heard_by)';
  const written = await sendUntilDecided(() =>
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
  return written.outcome === 'done' ? requestAhead.parse(written.output.Attributes ?? {}) : undefined;
}

/**
 * Stores that the model is asked with partial words. Returns false if later or final words were handled meanwhile.
 */
export function noteAsked(
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
export async function readRequestAhead({ table, connectionId }: Place): Promise<RequestAhead | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: requestAheadKey(connectionId) }),
  );
  return Item && requestAhead.parse(Item);
}

/**
 * Stores that the words are final, and that the invocation `finalFor` answers them; empty if none of the invocations
 * that heard parts of them does. Returns false if later words were handled meanwhile.
 */
export function noteFinal(
  place: Place,
  heardBy: string,
  {
    finalFor,
    arrivedAt,
    wasted,
  }: { readonly finalFor: string; readonly arrivedAt: Date; readonly wasted: number },
): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { final_for: finalFor, final_ms: arrivedAt.getTime(), final_wasted: wasted },
      condition: 'heard_by = :heard_by',
      values: { ':heard_by': heardBy },
    }),
  );
}

/** Permits an invocation to answer. Returns false if it may no longer answer. Either this or `revoke` succeeds. */
export function adopt(place: Place, heardBy: string): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { adopted: heardBy },
      condition: 'attribute_not_exists(revoked) OR revoked <> :heard_by',
      values: { ':heard_by': heardBy },
    }),
  );
}

/** Forbids an invocation to answer. Returns false if it answers already. */
export function revoke(place: Place, heardBy: string): Promise<boolean> {
  return isWritten(() =>
    update(place, {
      set: { revoked: heardBy },
      condition: 'attribute_not_exists(adopted) OR adopted <> :heard_by',
      values: { ':heard_by': heardBy },
    }),
  );
}

/** Adds the tokens of a request whose answer was dropped. Does nothing if the conversation was deleted. */
export async function addSpeculativeTokens(
  place: Place,
  { tokensIn, tokensOut }: { readonly tokensIn: number; readonly tokensOut: number },
): Promise<void> {
  await isWritten(() =>
    update(place, {
      add: { speculative_tokens_in: tokensIn, speculative_tokens_out: tokensOut },
      condition: 'attribute_exists(pk)',
    }),
  );
}

function update({ table, connectionId }: Place, change: Parameters<typeof fieldUpdate>[0]) {
  const input: UpdateCommandInput = {
    TableName: table.name,
    Key: requestAheadKey(connectionId),
    ...fieldUpdate(change),
    ReturnValues: 'ALL_NEW',
  };
  return table.client.send(new UpdateCommand(input));
}

import * as z from 'zod/mini';
import {
  absent,
  all,
  any,
  below,
  type ConditionalChange,
  different,
  equal,
  present,
  shorter,
} from '../../platform/table/conditional-change.ts';
import { changedFields } from '../../platform/table/field-update.ts';
import type { Item } from '../../platform/table/items.ts';
import type { Change } from '../model/change.ts';
import { type PressedKey, pressedKey } from '../model/keys/keypad.ts';
import {
  type ActionTurn,
  type Conversation,
  type SentRequest,
  type Session,
  type StoredSession,
  type Turn,
  withoutAgent,
} from '../model/session.ts';

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

export interface StoredConversation extends Conversation {
  /** The contact's words before they are final; absent if the vendor does not report them. */
  readonly speculation?: SpeculationState;
}

/** Seconds for which a conversation's items are kept after its beginning. Calls keep their transcript. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The same for HIPAA-compliant calls, which are deleted at their end, from the last change. */
const KEPT_PRIVATE_SECONDS = 2 * 3600;

/** When an item of a conversation expires: seconds since 1970. */
export const expiry = ({ hipaa_compliant }: Pick<Session, 'hipaa_compliant'>, now: Date) =>
  Math.floor(now.getTime() / 1000) + (hipaa_compliant ? KEPT_PRIVATE_SECONDS : KEPT_SECONDS);

const IS_OPEN = absent('closed');

export interface StoredChange extends Change {
  readonly before: Session;
  readonly now: Date;
}

/** The change of a session by an event, unless it changed since it was read. */
export function sessionChange({ before, session: after, now }: StoredChange): ConditionalChange {
  const { set, remove } = changedFields(
    { played_characters: 0, ...withoutAgent(before) },
    withoutAgent(after),
  );
  // `played_characters` grows without changing the version, and `reports_playback` is set once there.
  const reportsAsBefore = before.reports_playback ? [] : [absent('reports_playback')];
  const countsOn = (after.played_characters ?? 0) < 0 ? [isPlayedAsIn(before)] : [];
  return {
    set: { ...set, expires_at: expiry(after, now) },
    remove,
    when: all(equal('version', before.version), IS_OPEN, ...reportsAsBefore, ...countsOn),
  };
}

const isPlayedAsIn = ({ played_characters: played }: Session) =>
  played === undefined ? absent('played_characters') : equal('played_characters', played);

const hasConnection = ({ connection_id }: Pick<Session, 'connection_id'>) =>
  connection_id === undefined ? absent('connection_id') : equal('connection_id', connection_id);

type AgentsFields = Partial<
  Pick<StoredSession, 'answer' | 'failures' | 'ending' | 'language' | 'expected_keys'>
>;

/** Sets fields of a session, unless the contact spoke since the generation or the conversation is closed. */
export const unlessInterrupted = (generation: number, set: AgentsFields): ConditionalChange => ({
  set,
  add: { version: 1 },
  when: all(equal('generation', generation), IS_OPEN),
});

/** The items of a conversation that change; its turns are only added. */
export type ChangingItem = 'session' | 'speculation';

/** Changes that are made together, or not at all: a turn is stored only if its number is free. */
export interface ConversationWrite {
  /** @default only turns are stored */
  readonly session?: ConditionalChange;
  readonly turns: readonly Turn[];
  readonly now: Date;
}

export interface TakenAction {
  readonly turn: ActionTurn;
  readonly effect: Pick<Session, 'ending' | 'handoff' | 'holding' | 'intention'>;
  /** Without it, the action is stored whatever was said meanwhile. */
  readonly generation?: number;
  readonly isLate: boolean;
  readonly now: Date;
}

interface PartialWords {
  readonly invocationId: string;
  readonly arrivedAt: Date;
  readonly wordsHash: string;
  /** Milliseconds for which an invocation waits for the final words. */
  readonly waitedMs: number;
  readonly now: Date;
}

/** Most keys that belong to no turn yet. A turn takes at most 32; more wait only while one is being stored. */
const MAX_PRESSED = 64;

/** Most requests of external actions that a session notes: a model may want any number for one turn. */
const MAX_REQUESTS = 64;

/** Seconds for which the speculation's item is kept after the latest words. */
const SPECULATION_SECONDS = 2 * 3600;

const pendingKeys = z.object({
  pressed_keys: z.array(pressedKey),
  entered_keys: z.optional(z.array(pressedKey)),
  expected_keys: z.optional(z.number()),
});
type PendingKeys = z.infer<typeof pendingKeys>;

/** The one writer of a conversation: each change with its condition. The table and the memory store make them. */
export abstract class ConversationStore {
  abstract readonly connectionId: string;
  /** The first connection of the conversation, which identifies it. Known once a part of the conversation was read. */
  abstract readonly conversationId: string;
  abstract getSession(): Promise<Session | undefined>;
  abstract getConversation(): Promise<StoredConversation | undefined>;
  abstract getTurn(number: number): Promise<Turn | undefined>;
  abstract readSpeculationState(): Promise<SpeculationState | undefined>;
  protected abstract readItem(): Promise<Item | undefined>;
  /** Makes a change. Returns the item as it is then, or undefined if the condition does not hold. */
  protected abstract change(item: ChangingItem, change: ConditionalChange): Promise<Item | undefined>;
  /** Returns false if a condition does not hold; `attempts: 1`: or another write was in progress. */
  protected abstract write(write: ConversationWrite, options?: { readonly attempts: 1 }): Promise<boolean>;

  /** Whether the contact has spoken since. After a mere hang-up, what they asked for is still to be done. */
  async isSuperseded(generation: number): Promise<boolean> {
    const item = await this.readItem();
    // The end of a conversation has a generation of its own. A deleted session is over, too.
    return item !== undefined && item.generation !== (item.closed ? generation + 1 : generation);
  }

  /** Attempts once to store a change. Returns false if the session changed or another write was in progress. */
  applyChange(change: StoredChange): Promise<boolean> {
    const { newTurns: turns, now } = change;
    return this.write({ session: sessionChange(change), turns, now }, { attempts: 1 });
  }

  /**
   * Counts a frame's report of played words, once. Returns false without a pending answer, or after a takeover: then the
   * number of characters must be given that follows from the session.
   */
  async addPlayed(
    { words, frameId }: { readonly words: string; readonly frameId: string },
    next?: { before: Session; played: number },
  ): Promise<boolean> {
    const last_played = `${frameId} ${words}`;
    const isNew = any(absent('last_played'), different('last_played', last_played));
    const isOwn = next ? all(isPlayedAsIn(next.before), hasConnection(next.before)) : absent('replay');
    const changed = await this.change('session', {
      set: { reports_playback: true, last_played, ...(next && { played_characters: next.played }) },
      ...(!next && { add: { played_characters: words.length } }),
      when: all(any(present('answer'), below('played_characters', 0)), IS_OPEN, isNew, isOwn),
    });
    return changed !== undefined;
  }

  /** What this invocation has claimed: it may send the words again if that fails. */
  #claimedRest: string | undefined;

  /** Claims to send the unplayed words of an answer again, once over each connection. */
  async claimRest({ generation, connection_id = this.conversationId }: Session): Promise<boolean> {
    const rest_sent_to = `${connection_id} ${generation}`;
    if (this.#claimedRest === rest_sent_to) return true;
    const changed = await this.change('session', {
      set: { rest_sent_to },
      add: { version: 1 },
      when: all(
        equal('generation', generation),
        IS_OPEN,
        any(absent('rest_sent_to'), different('rest_sent_to', rest_sent_to)),
      ),
    });
    if (changed) this.#claimedRest = rest_sent_to;
    return changed !== undefined;
  }

  /** Adds a key, in a new version. Undefined if closed, too many, or another connection took over. */
  async addPressedKey(
    key: PressedKey,
    { connection_id }: Pick<Session, 'connection_id'>,
  ): Promise<PendingKeys | undefined> {
    const changed = await this.change('session', {
      append: { pressed_keys: [key] },
      add: { version: 1 },
      when: all(
        present('generation'),
        IS_OPEN,
        any(absent('pressed_keys'), shorter('pressed_keys', MAX_PRESSED)),
        hasConnection({ connection_id }),
      ),
    });
    return changed && pendingKeys.parse(changed);
  }

  /** Stores an action at its place, or an intention. Returns false if the place is taken or the generation changed. */
  recordAction({ turn, effect, generation, isLate, now }: TakenAction): Promise<boolean> {
    if (isLate) return this.write({ turns: [turn], now });
    const isSame = generation === undefined ? [] : [equal('generation', generation)];
    const session: ConditionalChange = {
      set: { ...effect, turns: turn.number },
      add: { version: 1 },
      when: all(equal('turns', turn.number - 1), IS_OPEN, ...isSame),
    };
    return this.write({ session, turns: effect.intention ? [] : [turn], now });
  }

  /** Notes a request before it is sent. Returns false if the contact spoke, or the conversation is closed. */
  async addRequest(generation: number, request: SentRequest): Promise<boolean> {
    const changed = await this.change('session', {
      append: { requests: [request] },
      add: { version: 1 },
      when: all(
        equal('generation', generation),
        IS_OPEN,
        any(absent('requests'), shorter('requests', MAX_REQUESTS)),
      ),
    });
    return changed !== undefined;
  }

  /** Returns false if the contact spoke since the generation, or the conversation is closed. */
  async setUnlessInterrupted(generation: number, set: AgentsFields): Promise<boolean> {
    return (await this.change('session', unlessInterrupted(generation, set))) !== undefined;
  }

  /** Marks a conversation when its user's daily tokens are used up, unless it is over. */
  async markOutOfTokens(): Promise<void> {
    const when = all(present('generation'), IS_OPEN);
    await this.change('session', { set: { out_of_tokens: true }, add: { version: 1 }, when });
  }

  /** Returns false if later or final words were handled before, or another invocation waits with the same words. */
  notePartialWords({ invocationId, arrivedAt, wordsHash, waitedMs, now }: PartialWords): Promise<boolean> {
    const partial_ms = arrivedAt.getTime();
    const isNews = any(
      different('words_hash', wordsHash),
      present('final_for'),
      below('partial_ms', partial_ms - waitedMs),
      absent('invocation'),
    );
    const isFirst = any(absent('final_ms'), below('final_ms', partial_ms));
    return this.#changeSpeculation({
      set: {
        invocation: invocationId,
        partial_ms,
        words_hash: wordsHash,
        expires_at: Math.floor(now.getTime() / 1000) + SPECULATION_SECONDS,
      },
      remove: ['generation', 'turns', 'final_for'],
      when: any(absent('partial_ms'), all(below('partial_ms', partial_ms), isFirst, isNews)),
    });
  }

  /** The invocation asks the model for an answer to a turn of this generation. */
  noteSpeculation(
    invocationId: string,
    turn: Required<Pick<SpeculationState, 'generation' | 'turns' | 'requests'>>,
  ): Promise<boolean> {
    return this.#changeSpeculation({
      set: { ...turn, requests_of: turn.generation },
      when: all(equal('invocation', invocationId), absent('final_for')),
    });
  }

  /** Notes which invocation answers the final words; empty for none of those that wait. False if later words were handled. */
  noteFinalWords(invocationId: string, finalFor: string, arrivedAt: Date): Promise<boolean> {
    return this.#changeSpeculation({
      set: { final_for: finalFor, final_ms: arrivedAt.getTime() },
      when: equal('invocation', invocationId),
    });
  }

  /** Claims the answer for one of two invocations. Exactly one succeeds, also if its write is repeated. */
  claimAnswer(invocationId: string, by: 'partial' | 'final'): Promise<boolean> {
    return this.#changeSpeculation({
      set: { claimed_invocation: invocationId, claimed_by: by },
      when: any(
        absent('claimed_invocation'),
        different('claimed_invocation', invocationId),
        equal('claimed_by', by),
      ),
    });
  }

  /** Adds the tokens of a request whose answer was dropped. Does nothing if the conversation was deleted. */
  async addDroppedTokens(tokens: number): Promise<void> {
    await this.#changeSpeculation({ add: { dropped_tokens: tokens }, when: present('invocation') });
  }

  async #changeSpeculation(change: ConditionalChange): Promise<boolean> {
    return (await this.change('speculation', change)) !== undefined;
  }
}

import { TIMEOUT_MS } from '../actions/model/external-service.ts';
import { playedCharacters, reportedBy, wasMostlyPlayed, wasPlayed, wasSpoken } from './model/playback.ts';
import { isLeaving, type Session } from './model/session.ts';
import { type ConversationContext, type FrameContext, realWait } from './ports.ts';
import type { StoredConversation } from './store/conversation-store.ts';

// Frames and callbacks are concurrent invocations, in any order. What one of them waits for is here.

/** Milliseconds that a frame or callback waits for related ones that the vendor sent before it. */
export const REORDER_WINDOW_MS = 250;

interface Patience {
  /** Milliseconds before the first read, and between two. @default firstMs: 0 */
  readonly firstMs?: number;
  readonly everyMs: number;
  /** Each wait doubles, up to this. @default everyMs */
  readonly longestMs?: number;
  /** Milliseconds from the beginning after which nothing more is read. */
  readonly forMs: number;
  /** When the wait began; milliseconds since 1970. @default now */
  readonly sinceMs?: number;
  /** Ends the wait: it then rejects. */
  readonly signal?: AbortSignal;
}

/** Why an invocation waits for others, how often it reads what they store, and for how long: milliseconds. */
const WAITS = {
  /** Any frame follows the `setup` of its connection, whose function may start cold. At most fourteen reads. */
  setup: { everyMs: 20, longestMs: 300, forMs: 3_000 },
  /** Words and keys follow the `interrupt` frame or the end of speech (`info`) that precede them. */
  endOfAnswer: { everyMs: 20, forMs: REORDER_WINDOW_MS },
  /** The end of speech follows the `interrupt` frame, or the reports of played words, that explain it. */
  interruption: { firstMs: REORDER_WINDOW_MS / 2, everyMs: REORDER_WINDOW_MS / 2, forMs: 2_000 },
  /** The vendor connects again after the relay lost its connection. */
  reconnection: { everyMs: 100 },
  /** After a lost connection, the vendor plays the words that it has got. */
  standstill: { everyMs: 250, forMs: 20_000 },
  /** Other partial words follow: the vendor reports words every 250 ms while a person speaks (ports.ts). */
  stable: { forMs: 300 },
  /** Partial words become final, or others follow. Each read of their small item costs half a read unit. */
  finalWords: { everyMs: 25 },
  /** The invocation that has the answer to final words begins to speak. */
  adoption: { firstMs: 25, everyMs: 25, forMs: 250 },
  /** Another invocation requested an action of a service, and stores the answer. */
  actionResult: { everyMs: 250, forMs: TIMEOUT_MS + 2_000 },
  /** Before the first words of an answer, the contact goes on. Later, its writes show that. */
  supersession: { firstMs: 100, everyMs: 100, forMs: Number.POSITIVE_INFINITY },
} as const;

/** Reads until what is read is settled, or the time is over. Returns what was read last. */
async function readUntil<T>(
  { now, wait = realWait }: Pick<ConversationContext, 'now' | 'wait'>,
  { firstMs = 0, everyMs, longestMs = everyMs, forMs, sinceMs = now().getTime(), signal }: Patience,
  read: () => Promise<T>,
  isSettled: (read: T) => boolean,
): Promise<T> {
  if (firstMs > 0) await wait(firstMs, signal);
  for (let ms = everyMs; ; ms = Math.min(2 * ms, longestMs)) {
    const latest = await read();
    const leftMs = sinceMs + forMs - now().getTime();
    if (isSettled(latest) || leftMs <= 0) return latest;
    await wait(Math.min(ms, leftMs), signal);
  }
}

/** Reads a part of the conversation, again while its connection's setup may still come. */
export async function untilBegun<T>(
  { setup, ...context }: Pick<ConversationContext, 'setup' | 'now' | 'wait'>,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const sinceMs = context.now().getTime();
  const first = await read();
  if (first !== undefined || !setup || !(await setup.mayWait())) return first;
  const patience = { ...WAITS.setup, firstMs: WAITS.setup.everyMs, sinceMs };
  const isHandled = await readUntil(context, patience, setup.isHandled, (handled) => handled);
  if (isHandled) return read();
  await setup.giveUp();
  return undefined;
}

/** The conversation, once no interruption of the agent's answer can be on its way that the contact's words follow. */
export async function awaitEndOfAnswer(
  context: ConversationContext,
): Promise<StoredConversation | undefined> {
  const { store, now } = context;
  const readConversation = () => untilBegun(context, () => store.getConversation());
  const conversation = await readConversation();
  const isOver = (session: Session | undefined) =>
    !session?.answer || session.closed === true || wasSpoken(session, now());
  if (isOver(conversation?.session)) return conversation;
  const patience = { ...WAITS.endOfAnswer, firstMs: WAITS.endOfAnswer.everyMs };
  const before = conversation?.session.version;
  const latest = await readUntil(context, patience, () => store.getSession(), isOver);
  if (!conversation || !latest || latest.version !== before) return readConversation();
  // More may have been played meanwhile, which makes no new version.
  return { ...conversation, session: latest };
}

/**
 * The session, once no more of its answer is played, or the contact went on. Undefined if it is still being played.
 * `unsent`: characters at its end that the vendor does not have.
 */
export async function awaitStandstill(
  context: Pick<ConversationContext, 'store' | 'now' | 'wait' | 'lateMs'>,
  unsent = 0,
): Promise<Session | undefined> {
  const { store, now, lateMs = 0 } = context;
  const before = { played: -1, sinceMs: 0, generation: undefined as number | undefined };
  const isStill = (session: Session | undefined) => {
    if (!session?.answer || session.closed) return true;
    const { generation } = session;
    const played = playedCharacters(session);
    before.generation ??= generation;
    if (generation !== before.generation) return true;
    if (played !== before.played) Object.assign(before, { played, sinceMs: now().getTime() });
    return now() >= reportedBy(session, new Date(before.sinceMs + lateMs), unsent);
  };
  const session = await readUntil(context, WAITS.standstill, () => store.getSession(), isStill);
  return isStill(session) ? session : undefined;
}

/** Waits until another connection of the call has the conversation. Returns undefined if none takes it over in time. */
export async function awaitReconnection(
  connectionId: string,
  forMs: number,
  context: Pick<ConversationContext, 'store' | 'now' | 'wait'>,
): Promise<string | undefined> {
  const { store } = context;
  const read = () => store.getSession();
  const next = (session: Session | undefined) => {
    const { connection_id = store.conversationId } = session ?? {};
    return connection_id === connectionId ? undefined : connection_id;
  };
  const isSettled = (session: Session | undefined) =>
    !session || session.closed === true || next(session) !== undefined;
  const session = await readUntil(context, { ...WAITS.reconnection, forMs }, read, isSettled);
  return session && !session.closed ? next(session) : undefined;
}

/** Before the first turn, it is unknown whether the vendor reports what is played. */
export async function awaitInterruption(atSilence: Session, context: ConversationContext): Promise<Session> {
  const { store, now, wait = realWait } = context;
  const sinceMs = now().getTime();
  await wait(REORDER_WINDOW_MS);
  const mayReport = atSilence.reports_playback || atSilence.turns === 0;
  if (!mayReport || isLeaving(atSilence) || !isUnexplained(atSilence, atSilence)) return atSilence;
  const read = async () => (await store.getSession()) ?? atSilence;
  return readUntil(
    context,
    { ...WAITS.interruption, sinceMs },
    read,
    (latest) => !isUnexplained(latest, atSilence),
  );
}

/** Whether the answer is pending although the vendor did not report most of it as played. */
const isUnexplained = (latest: Session, { generation }: Session) =>
  latest.generation === generation &&
  !latest.closed &&
  latest.answer !== undefined &&
  !wasMostlyPlayed({ ...latest, reports_playback: true });

/** Orders the key (`dtmf`) that completes an entry after keys that were pressed before it. */
export const awaitEarlierKeys = ({ wait = realWait }: Pick<ConversationContext, 'wait'>): Promise<void> =>
  wait(REORDER_WINDOW_MS);

/** Orders the end of the WebSocket or of the call after the last `info`. Undefined: read the session again. */
export async function awaitPlaybackReport({
  store,
  wait = realWait,
}: Pick<ConversationContext, 'store' | 'wait'>): Promise<Session | undefined> {
  const session = await store.getSession();
  if (!session || session.closed || wasPlayed(session)) return session;
  await wait(REORDER_WINDOW_MS);
  return undefined;
}

type SpeculationContext = Pick<FrameContext, 'store' | 'now' | 'wait' | 'arrivedAt' | 'speculationTimes'>;

/** Waits until partial words have stood for a while. */
export async function awaitStable({ speculationTimes, arrivedAt, now, wait = realWait }: SpeculationContext) {
  const { stableMs = WAITS.stable.forMs } = speculationTimes ?? {};
  await wait(Math.max(0, stableMs - (now().getTime() - arrivedAt.getTime())));
}

/** The time at which partial words were final for this invocation; other words followed; or the frame is missing. */
export type Outcome = Date | 'other' | 'missing';

/** Waits until the partial words of this frame are final for this invocation. */
export function awaitFinalWords(
  invocationId: string,
  forMs: number,
  context: SpeculationContext,
): Promise<Outcome> {
  const sinceMs = context.arrivedAt.getTime();
  const { pollMs: everyMs = WAITS.finalWords.everyMs } = context.speculationTimes ?? {};
  const read = async (): Promise<Outcome> => {
    const state = await context.store.readSpeculationState();
    // An older state may be read: then the latest words are still those of an earlier frame.
    const isOwn = state?.invocation === invocationId;
    if (!state || (!isOwn && state.partial_ms >= sinceMs)) return 'other';
    if (isOwn && state.final_for === invocationId) return new Date(state.final_ms);
    return isOwn && state.final_for !== undefined ? 'other' : 'missing';
  };
  return readUntil(context, { everyMs, forMs, sinceMs }, read, (outcome) => outcome !== 'missing');
}

/** Waits until an invocation answers the words that it foresaw. Returns false if it does not begin in time. */
export function awaitAdoption(invocationId: string, context: SpeculationContext): Promise<boolean> {
  const { pollMs: everyMs = WAITS.adoption.everyMs, adoptMs: forMs = WAITS.adoption.forMs } =
    context.speculationTimes ?? {};
  const read = async () => {
    const state = await context.store.readSpeculationState();
    return state?.claimed_invocation === invocationId && state.claimed_by === 'partial';
  };
  return readUntil(context, { firstMs: everyMs, everyMs, forMs }, read, (isAdopted) => isAdopted);
}

/** Waits until the contact goes on, or the answer has begun. Returns whether the contact went on. */
export async function awaitSupersession(
  { generation }: Session,
  hasBegun: () => boolean,
  context: Pick<ConversationContext, 'store' | 'now' | 'wait'> & { readonly signal: AbortSignal },
): Promise<boolean> {
  const read = async () => !hasBegun() && (await context.store.isSuperseded(generation));
  const patience = { ...WAITS.supersession, signal: context.signal };
  return readUntil(context, patience, read, (isSuperseded) => isSuperseded || hasBegun());
}

/** Waits for what another invocation stores of a request that it sent. Undefined if it has died. */
export const awaitActionResult = <T>(
  sentAt: string,
  context: Pick<ConversationContext, 'now' | 'wait'>,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  readUntil(
    context,
    { ...WAITS.actionResult, sinceMs: Date.parse(sentAt) },
    read,
    (found) => found !== undefined,
  );

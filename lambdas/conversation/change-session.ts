import { nameCall } from '../platform/log/current-step.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { runEffects } from './effects.ts';
import { listen, mayListenOtherwise, overrideAfter } from './model/listening-override.ts';
import { isLeaving, type Session } from './model/session.ts';
import { agentSpokeUp, type Change, conversationClosed, type UnaskedWords } from './model/session-events.ts';
import type { ConversationContext, EffectContext } from './ports.ts';
import { awaitPlaybackReport } from './waits.ts';

interface State {
  readonly session: Session;
}

interface Commit<S extends State, C extends Change> {
  /** The change by an event; undefined if it changes nothing. */
  readonly reduce: (state: S) => C | undefined;
  readonly read: () => Promise<S | undefined>;
  /** A state that was read, and its change. @default it is read first */
  readonly first?: { readonly state: S; readonly change: C | undefined } | undefined;
}

/** Stores the change of a conversation by an event, unless it is closed; a changed session gets the event again. */
export async function commit<S extends State, C extends Change>(
  { store, now, wait }: ConversationContext,
  { reduce, read, first }: Commit<S, C>,
): Promise<C | undefined> {
  let next = first;
  const outcome = await attemptUntil(async () => {
    const given = next;
    next = undefined;
    const state = given?.state ?? (await read());
    if (state) nameCall({ userId: state.session.user_id, callId: state.session.call_id });
    if (!state || state.session.closed) return { change: undefined };
    const change = given ? given.change : reduce(state);
    if (!change) return { change };
    const isStored = await store.applyChange({ before: state.session, now: now(), ...change });
    return isStored ? { change } : undefined;
  }, wait);
  return outcome.change;
}

/** Stores what `reduce` changes, starting from `latest`. Returns undefined if nothing changed. Runs no effects. */
export function changeSession(
  context: ConversationContext,
  reduce: (session: Session) => Change | undefined,
  latest?: Session,
): Promise<Change | undefined> {
  return commit(context, {
    reduce: ({ session }) => reduce(session),
    async read() {
      const session = await context.store.getSession();
      return session && { session };
    },
    first: latest && { state: { session: latest }, change: reduce(latest) },
  });
}

/** Stores a change and runs its effects. Returns the new session; undefined if nothing changed. */
export async function dispatch(
  context: EffectContext,
  reduce: (session: Session) => Change | undefined,
  latest?: Session,
): Promise<Session | undefined> {
  const change = await changeSession(context, reduce, latest);
  if (change) await runEffects(change, context);
  return change?.session;
}

/** Closes a conversation that no call finishes, after the last report of played words. */
export async function closeConversation(context: ConversationContext): Promise<void> {
  const at = context.now();
  const session = await awaitPlaybackReport(context);
  await changeSession(context, (current) => conversationClosed(current, at), session);
}

/** Listens as the agent's words ask for, unless the contact has spoken since. */
export async function listenAfter(session: Session, words: string, context: EffectContext): Promise<void> {
  if (!mayListenOtherwise(session, words)) return;
  await dispatch(context, (current) =>
    current.generation === session.generation && !isLeaving(current)
      ? listen(current, overrideAfter(current, words))
      : undefined,
  );
}

export const speakUp = (
  context: EffectContext,
  wordsFor: (session: Session) => UnaskedWords | undefined,
): Promise<Session | undefined> =>
  dispatch(context, (current) => {
    const words = wordsFor(current);
    return words && agentSpokeUp(current, words, context.now());
  });

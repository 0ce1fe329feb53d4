import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { isLeaving } from '../../../lambdas/conversation/model/session.ts';
import { tableStore } from '../../../lambdas/conversation/store/conversations.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { type Event, isPlaced, OTHER_CALL, sidOf, type Told, unchanged } from './events.ts';
import { keyOf } from './functions.ts';
import { openingOf, type Seen, type World } from './world.ts';

// Frames over the WebSocket.

const setUpOf = (name: string, callSidOf: (world: World) => string): Event => ({
  name,
  isRetried: false,
  begin(now, world) {
    if (!isPlaced(world)) return undefined;
    const { userId: user_id, callId: call_id } = world;
    world.count += 1;
    const connection = `connection-${world.count}-${call_id}`;
    const customParameters = { user_id, call_id, key: keyOf('relay', world) };
    const setup = {
      type: 'setup',
      sessionId: `VX${connection}`,
      callSid: callSidOf(world),
      customParameters,
    };
    return {
      async tell(functions) {
        // If the function fails, API Gateway opens no WebSocket.
        const opened = await functions.connect(connection).catch(() => undefined);
        return opened?.statusCode === 200 ? functions.frame(connection, setup) : undefined;
      },
      then(after) {
        const opening = openingOf(now);
        if (opening === undefined || callSidOf !== sidOf) return unchanged(now)(after);
        expect(after.call.connection_id).toBe(connection);
        expect(after.session?.answer?.text).toBe(opening);
        expect(after.session?.holding).toBe(now.session?.holding || undefined);
        expect(after.turns).toEqual(now.turns);
      },
    };
  },
});

export const setUp = setUpOf('setup', sidOf);
export const strangeSetUp = setUpOf('setup of another call', () => OTHER_CALL);

type Talking = Seen & { readonly session: NonNullable<Seen['session']> };

const talking = (name: string, begin: (now: Talking, world: World, connection: string) => Told): Event => ({
  name,
  isRetried: false,
  begin({ session, ...now }, world) {
    const { connection_id: connection } = now.call;
    if (!session || connection === undefined) return undefined;
    const { tell, then } = begin({ session, ...now }, world, connection);
    const expected = session.closed ? unchanged({ session, ...now }) : then;
    return { tell, ...(expected && { then: expected }) };
  },
});

const frame = (
  name: string,
  begin: (now: Talking) => { readonly frame: object; readonly then: (after: Seen) => void },
) =>
  talking(name, (now, _, connection) => {
    const { frame: sent, then } = begin(now);
    return { tell: (functions) => functions.frame(connection, sent), then };
  });

/** An utterance of the callee, and how the agent answers. */
export type Wish = 'answer' | 'slowly' | 'goodbye' | 'transfer' | 'stumble' | 'hold' | 'hello';

function wordsOf(wish: Wish, world: World): string {
  world.count += 1;
  const n = world.count;
  return `${wish} alpha${n} bravo${n} charlie${n}. delta${n} echo${n} foxtrot${n}.`;
}

const ECHOED: readonly Wish[] = ['answer', 'slowly', 'hello'];

/** The words are one turn, which is answered once; not on hold, nor once the agent leaves for good. */
function spoken(now: Talking, words: string, wish: Wish): (after: Seen) => void {
  const { session } = now;
  const isLeavingForGood = isLeaving(session) && !session.intention;
  const isSilent = isLeavingForGood || (session.holding && wish !== 'hello');
  return (after) => {
    expect(after.turns.filter((turn) => turn === `human: ${words}`)).toHaveLength(1);
    const answer = after.sent.slice(now.sent.length);
    if (isSilent) expect(answer).toBe('');
    else if (ECHOED.includes(wish)) expect(answer).toBe(words);
    else expect(answer).not.toBe('');
  };
}

export const prompt = (wish: Wish): Event => ({
  ...talking(`prompt(${wish})`, (now, world, connection) => {
    const words = wordsOf(wish, world);
    const sent = { type: 'prompt', voicePrompt: words, last: true };
    return { tell: (functions) => functions.frame(connection, sent), then: spoken(now, words, wish) };
  }),
  isUtterance: true,
});

/** Milliseconds after which partial words count as all of them. */
const STABLE_MS = 350;

/**
 * An utterance of which a part is reported first, so that a call that asks ahead may ask the model with it. It changes
 * the conversation like any utterance, whether the part is all of it (`isAll`) or other words become final. With
 * `straggles`, the report of the part is repeated and its repeat is handled after the final words.
 */
export const spokenInParts = (
  wish: Wish,
  isAll: boolean,
  straggles = false,
  /** When the words become final. @default after the time for which they must be stable */
  isDue: (table: Table, connectionId: string) => Promise<unknown> = () => pause(STABLE_MS),
): Event => ({
  ...talking(
    `${isAll ? 'stable' : 'changing'} prompt(${wish})${straggles ? ', straggling' : ''}`,
    (now, world, connection) => {
      const words = wordsOf(wish, world);
      const part = { type: 'prompt', voicePrompt: isAll ? words : `goodbye and ${words}`, last: false };
      return {
        async tell(functions) {
          const arrivedMs = Date.now();
          const early = functions.frame(connection, part, { arrivedMs }).catch(() => undefined);
          await isDue(functions.table, connection);
          await functions.frame(connection, { type: 'prompt', voicePrompt: words, last: true });
          if (straggles) await functions.frame(connection, part, { arrivedMs }).catch(() => undefined);
          await early;
        },
        then: spoken(now, words, wish),
      };
    },
  ),
  isUtterance: true,
});

/** Resolves when the model was asked with a part of the words. */
export async function askedAhead(table: Table, connectionId: string): Promise<void> {
  const store = tableStore(table, connectionId);
  while ((await store.readSpeculationState())?.generation === undefined) await pause(20);
}

/** An interruption after `words` of the current speech, which alone become a turn; with `isLate`, of earlier speech. */
export const interrupt = (words: number, isLate: boolean) =>
  frame(`interrupt(${isLate ? 'late' : words})`, (now) => {
    const { answer } = now.session;
    const part = answer?.text.split(' ').slice(0, words).join(' ').trim() ?? '';
    const utterance = isLate ? 'yesterday evening' : part;
    return {
      frame: { type: 'interrupt', utteranceUntilInterrupt: utterance, durationUntilInterruptMs: 100 },
      then(after) {
        if (!answer || isLate) unchanged(now)(after);
        else expect(after.turns).toEqual([...now.turns, ...(part ? [`agent: ${part}`] : [])]);
      },
    };
  });

export const silence = frame('agentSpeaking off', (now) => ({
  frame: { type: 'info', name: 'agentSpeaking', value: 'off' },
  then(after) {
    const { answer } = now.session;
    if (!answer?.complete) return unchanged(now)(after);
    expect(after.turns).toContain(`agent: ${answer.text.trim()}`);
    expect([after.session?.answer, after.session?.intention]).toEqual([undefined, undefined]);
  },
}));

export const tokensPlayed = (characters: number) =>
  frame(`tokensPlayed(${characters})`, ({ turns }) => ({
    frame: { type: 'info', name: 'tokensPlayed', value: 'x'.repeat(characters) },
    then: (after) => expect(after.turns).toEqual(turns),
  }));

/** A frame without any effect: a partial prompt has none in a call that does not ask ahead. */
export const noise = (message: { readonly type: string; readonly last?: false }) =>
  frame(message.type, (now) => {
    const isEffective = now.session.settings.turn_taking?.ask_ahead && message.last === false;
    return { frame: isEffective ? { type: 'error' } : message, then: unchanged(now) };
  });

export const hangUp = talking('disconnect', (_, __, connection) => ({
  tell: (functions) => functions.disconnect(connection),
  // The end of the call closes the conversation, unless the vendor connects again.
  then: (after) => expect(after.session?.closed ?? after.session?.dropped_at).toBeTruthy(),
}));

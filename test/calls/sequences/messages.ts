// Messages over the WebSocket.
import { setTimeout as pause } from 'node:timers/promises';
import { readSpeculationState } from '../../../lambdas/conversation/store/speculation-state.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import {
  type Happening,
  isPlaced,
  isTalking,
  type Kind,
  nothing,
  one,
  SID,
  type State,
  type Step,
  type World,
} from './expected.ts';
import { keyOf } from './functions.ts';
import { begun, connectedOver } from './state.ts';
import { brokenInOn, close, fellSilent, played, prompted, type Wish } from './talk.ts';

const frame = (
  name: string,
  happen: (
    talk: NonNullable<State['talk']>,
    world: World,
  ) => Omit<Happening, 'tell'> & { readonly frame: object },
): Kind => ({
  name,
  isRetried: false,
  when: isTalking,
  happen({ talk }, world) {
    if (!talk) throw new Error('There is no conversation.');
    const { frame, ...rest } = happen(talk, world);
    return { ...rest, tell: (functions) => functions.frame(talk.connection, frame) };
  },
});

export const setUp: Kind = {
  name: 'setup',
  isRetried: false,
  when: isPlaced,
  happen(_, world) {
    const { userId: user_id, callId: call_id } = world;
    world.count += 1;
    const connection = `connection-${world.count}-${call_id}`;
    const customParameters = { user_id, call_id, key: keyOf('relay', world) };
    const setup = { type: 'setup', sessionId: `VX${connection}`, callSid: SID(world), customParameters };
    return {
      steps: () =>
        [connectedOver(connection), begun(connection)].map(
          (step): Step =>
            (state) =>
              state.sid ? step(state) : state,
        ),
      tell: async (functions) => {
        // If the function fails, API Gateway opens no WebSocket.
        const opened = await functions.connect(connection).catch(() => undefined);
        return opened?.statusCode === 200 ? functions.frame(connection, setup) : undefined;
      },
    };
  },
};

const ASKED: Readonly<Record<Wish, string>> = {
  answer: '',
  answer_slowly: 'slowly ',
  goodbye: 'goodbye ',
  transfer: 'transfer ',
  stumble: 'stumble ',
  hold: 'hold ',
  return: 'hello ',
};

const wordsOf = (wish: Wish, n: number) =>
  `${ASKED[wish]}alpha${n} bravo${n} charlie${n}. delta${n} echo${n} foxtrot${n}.`;

export const prompt = (wish: Wish) =>
  frame(`prompt(${wish})`, ({ connection }, world) => {
    world.count += 1;
    const words = wordsOf(wish, world.count);
    return {
      steps: () => prompted(connection, words, wish),
      frame: { type: 'prompt', voicePrompt: words, last: true },
    };
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
): Kind => ({
  ...prompt(wish),
  name: `${isAll ? 'stable' : 'changing'} prompt(${wish})${straggles ? ', straggling' : ''}`,
  happen({ talk }, world) {
    const connection = talk?.connection ?? '';
    world.count += 1;
    const words = wordsOf(wish, world.count);
    const part = { type: 'prompt', voicePrompt: isAll ? words : `goodbye and ${words}`, last: false };
    return {
      steps: () => prompted(connection, words, wish),
      async tell(functions) {
        const arrivedMs = Date.now();
        const early = functions.frame(connection, part, { arrivedMs }).catch(() => undefined);
        await isDue(functions.table, connection);
        await functions.frame(connection, { type: 'prompt', voicePrompt: words, last: true });
        if (straggles) await functions.frame(connection, part, { arrivedMs }).catch(() => undefined);
        await early;
      },
    };
  },
});

/** Resolves when the model was asked with a part of the words. */
export async function askedAhead(table: Table, connectionId: string): Promise<void> {
  while ((await readSpeculationState({ table, connectionId }))?.generation === undefined) await pause(20);
}

/** An interruption after `words` of the current speech; with `isLate`, of earlier speech. */
export const interrupt = (words: number, isLate: boolean) =>
  frame(`interrupt(${isLate ? 'late' : words})`, ({ connection, speaking }) => {
    const utterance = isLate
      ? 'yesterday evening'
      : (speaking?.text ?? '').split(' ').slice(0, words).join(' ');
    return {
      steps: one(brokenInOn(connection, utterance)),
      frame: { type: 'interrupt', utteranceUntilInterrupt: utterance, durationUntilInterruptMs: 100 },
    };
  });

export const silence = frame('agentSpeaking off', ({ connection }) => ({
  steps: () => fellSilent(connection),
  frame: { type: 'info', name: 'agentSpeaking', value: 'off' },
}));

export const tokensPlayed = (characters: number) =>
  frame(`tokensPlayed(${characters})`, ({ connection }) => ({
    steps: one(played(connection, characters)),
    mayRepeat: true,
    frame: { type: 'info', name: 'tokensPlayed', value: 'x'.repeat(characters) },
  }));

/** A message without any effect: a partial prompt has none in a call that does not ask ahead. */
export const noise = (message: Record<string, unknown>): Kind => ({
  ...frame(`${message.type}`, () => ({ steps: nothing, frame: message })),
  when: (state, world) => isTalking(state) && !(world.asksAhead && message.last === false),
});

export const hangUp: Kind = {
  ...frame('disconnect', ({ connection }) => ({ steps: one(close(connection)), frame: {} })),
  happen: ({ talk }) => ({
    steps: one(close(talk?.connection ?? '')),
    tell: (functions) => functions.disconnect(talk?.connection ?? ''),
  }),
};

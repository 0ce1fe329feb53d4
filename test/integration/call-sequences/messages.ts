// What comes over the WebSocket.
import { keyOf } from './functions.ts';
import { type Happening, isPlaced, isTalking, type Kind, nothing, one, SID } from './happening.ts';
import { begun, type State } from './state.ts';
import { brokenInOn, close, fellSilent, played, prompted, type Wish } from './talk.ts';
import type { World } from './world.ts';

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
      steps: one((state) => (state.sid ? begun(connection)(state) : state)),
      tell: async (functions) => {
        // Where the function fails, API Gateway opens no WebSocket.
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
};

export const prompt = (wish: Wish) =>
  frame(`prompt(${wish})`, ({ connection }, world) => {
    world.count += 1;
    const n = world.count;
    const words = `${ASKED[wish]}alpha${n} bravo${n} charlie${n}. delta${n} echo${n} foxtrot${n}.`;
    return {
      steps: () => prompted(connection, words, wish),
      frame: { type: 'prompt', voicePrompt: words, last: true },
    };
  });

/** So many words into what is being said; with `isLate`, into what was said long ago. */
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

/** What changes nothing. */
export const noise = (message: Record<string, unknown>) =>
  frame(`${message.type}`, () => ({ steps: nothing, frame: message }));

export const hangUp: Kind = {
  ...frame('disconnect', ({ connection }) => ({ steps: one(close(connection)), frame: {} })),
  happen: ({ talk }) => ({
    steps: one(close(talk?.connection ?? '')),
    tell: (functions) => functions.disconnect(talk?.connection ?? ''),
  }),
};

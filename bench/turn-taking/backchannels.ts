import { addModelRules } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { number, type Table, verdict } from '../table.ts';
import { forEachAtOnce, holdCall, numbersTo } from './calls.ts';

const CALLS = 25;
const CALLS_AT_ONCE = 13;
const SOUNDS = ['Uh-huh.', 'Mm-hm.', 'Yeah.', 'Okay.', 'Right.', 'Mhm.', 'Hm.', 'Sure.', 'I see.', 'Aha.'];
const SOUNDS_A_CALL = 20;
const WORDS_BETWEEN = 15;
/** An answer that is spoken for longer than the callee makes sounds, in few clauses: each costs two requests. */
const STORY = Array.from({ length: 8 }, (_, index) => {
  const phrases = [
    'the fox went on',
    'the road was long',
    'nobody was there',
    'the night came',
    'and still it went',
  ];
  return `In part ${index + 1} ${[...phrases, ...phrases].join(' and ')}.`;
}).join(' ');

/** Measures how often a sound of listening stops the agent, or is taken for a turn. */
export async function measureBackchannels(service: MeasuredService): Promise<Table> {
  await addModelRules(service.connection, [
    { when: { system: 'LISTENER', last_user: 'a story' }, reply: STORY },
    { when: { system: 'LISTENER' }, reply: 'I was interrupted.' },
  ]);
  const sounds = Array.from({ length: SOUNDS_A_CALL }, (_, index) => ({
    backchannel: SOUNDS[index % SOUNDS.length],
    after_words: (index + 1) * WORDS_BETWEEN,
  }));
  const stops = await forEachAtOnce(numbersTo(CALLS), CALLS_AT_ONCE, async () => {
    const script = [{ say: 'Tell me a story.' }, ...sounds, { wait_ms: 100 }];
    const events = await holdCall(service, { prompt: 'LISTENER', script });
    const sent = events.filter(({ direction }) => direction === 'sent');
    return {
      interrupts: sent.filter(({ frame }) => frame?.type === 'interrupt').length,
      turns: sent.filter(({ frame }) => frame?.type === 'prompt').length - 1,
      sounds: events.filter(({ type }) => type === 'callee').length - 1,
    };
  });
  const sum = (of: (stop: (typeof stops)[number]) => number) =>
    stops.reduce((total, stop) => total + of(stop), 0);
  const interrupts = sum((stop) => stop.interrupts);
  const turns = sum((stop) => stop.turns);
  return {
    title: 'Sounds of listening',
    note: `Callees say “uh-huh” and the like while the agent tells a story. The simulated vendor knows these sounds, and ignores them if it is asked to.`,
    columns: ['', 'number', 'goal'],
    rows: [
      ['sounds', number(sum((stop) => stop.sounds)), ''],
      ['interruptions of the agent', number(interrupts), verdict(interrupts, 0)],
      ['taken for a turn', number(turns), verdict(turns, 0)],
    ],
  };
}

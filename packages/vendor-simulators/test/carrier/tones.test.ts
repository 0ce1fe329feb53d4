import { expect, it } from 'vitest';
import { spokenIn, toneMp3 } from '../../src/carrier/recordings/tones.ts';

const startedAt = new Date('2026-01-01T12:00:00.000Z');
const at = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();

it('knows from the log who spoke when: an agent’s word from its end, a callee’s words from their beginning', () => {
  const spoken = spokenIn(
    [
      { id: 0, at: at(2_000), type: 'agent', text: 'fifteen letters', source: 'relay' },
      { id: 1, at: at(3_000), type: 'callee', text: 'fifteen letters', interrupting: false },
      { id: 2, at: at(3_500), type: 'note', message: 'fifteen letters' },
    ],
    startedAt,
    0.5,
  );

  expect(spoken).toEqual([
    { by: 'agent', fromMs: 1_500, untilMs: 2_000 },
    { by: 'callee', fromMs: 3_000, untilMs: 3_500 },
  ]);
});

it('makes a valid file of a byte per millisecond, with another tone for each party and silence between', () => {
  const sound = toneMp3(3_600, [
    { by: 'agent', fromMs: -100, untilMs: 720 },
    { by: 'callee', fromMs: 1_440, untilMs: 2_160 },
    { by: 'callee', fromMs: 3_500, untilMs: 9_000 },
  ]);
  const silence = toneMp3(3_600);
  const frames = (of: Buffer) =>
    Array.from({ length: 100 }, (_, frame) => of.subarray(frame * 36, frame * 36 + 36).toString('hex'));
  const [agent, callee] = [frames(sound).slice(0, 20), frames(sound).slice(40, 60)];

  expect(sound.length).toBe(3_600);
  expect(frames(sound).every((frame) => frame.startsWith('fff318c0'))).toBe(true);
  expect(frames(sound).slice(20, 40)).toEqual(frames(silence).slice(20, 40));
  expect([...agent, ...callee]).not.toContain(frames(silence)[0]);
  expect(agent.filter((frame) => callee.includes(frame))).toEqual([]);
  expect(toneMp3(0).length).toBe(36);
});

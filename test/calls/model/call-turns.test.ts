import { describe, expect, it } from 'vitest';
import { keptTurns, recordOf } from '../../../lambdas/calls/model/call-record.ts';
import { turnsOfCall, turnView } from '../../../lambdas/calls/model/call-turns.ts';
import type { Turn } from '../../../lambdas/conversation/model/session.ts';
import { latencyOf } from '../../../lambdas/conversation/model/turn-figures.ts';
import { ACTION, at, CALL, USER } from '../../support/records.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const DATABASE = '01890a5d-ac96-774b-bcce-b302099a8099';

const FIGURES = {
  ms: [null, 10, 490, 20, 300, 2_000],
  model: 'small',
  tokens: [800, 12, 512, 0],
  passages: 2,
  database: DATABASE,
  sources: ['opening-hours-of-samarkand#1', 'prices#7'],
};

const turnAt = (number: number) => ({
  call_id: CALL,
  user_id: USER,
  webhook_id: null,
  number,
  timestamp: at(number).toISOString(),
});
const said = (number: number, text: string): Turn => ({ ...turnAt(number), sender: 'human', text });
const answered = (number: number, text: string, figures: object = {}): Turn => ({
  ...turnAt(number),
  sender: 'agent',
  text,
  figures: { ...FIGURES, ...figures },
});
const looked = (number: number, outcome: object = {}): Turn => ({
  ...turnAt(number),
  action: {
    action_id: ACTION,
    type: 'action_external',
    input: { order: 7 },
    output: { result: 'sent to timbuktu' },
  },
  ...outcome,
});

const TURNS = [
  said(1, 'Where is my order?'),
  looked(2, { took_ms: 730, failed: true, figures: { ms: [null, 10, 400, null, null, null] } }),
  answered(3, 'I cannot find it.', { interrupted: true, failures: 1 }),
  said(4, 'Never mind.'),
  answered(5, 'Goodbye.'),
];

const over = (turns: readonly Turn[], changes: object = {}) =>
  storedCall({ status: 'ended', ...recordOf(turns), turns: [...keptTurns(turns).turns], ...changes });

const isPrivate = (turns: readonly Turn[]) => turns.map((turn) => ({ ...turn, hipaa_compliant: true }));

describe('the turns of a call', () => {
  it('tell that words of the caller never became final, during the call and after it', () => {
    const turns = [{ ...said(1, 'Never mi'), never_final: true }, said(2, 'Never mind.')];

    for (const shown of [
      turns.map(turnView),
      turnsOfCall(over(turns)),
      turnsOfCall(over(isPrivate(turns), { hipaa_compliant: true })),
    ])
      expect(shown.map(({ never_final }) => never_final)).toEqual([true, undefined]);
  });

  it('are shown alike during the call and after it', () => {
    const shown = turnsOfCall(over(TURNS));

    expect(shown).toEqual(TURNS.map(turnView));
    expect(shown.map(({ number, type, sender }) => [number, type, sender])).toEqual([
      [1, 'message', 'human'],
      [2, 'action', undefined],
      [3, 'message', 'agent'],
      [4, 'message', 'human'],
      [5, 'message', 'agent'],
    ]);
    expect(shown[0]).toEqual({
      number: 1,
      type: 'message',
      sender: 'human',
      text: 'Where is my order?',
      timestamp: at(1).toISOString(),
    });
    expect(shown[1]).toMatchObject({
      action: { action_id: ACTION, input: { order: 7 }, duration_ms: 730, outcome: 'failed' },
    });
    expect(shown[2]).toMatchObject({
      text: 'I cannot find it.',
      interrupted: true,
      failed_requests: 1,
      latency: { silence_ms: 520, total_ms: 2_820 },
      model: {
        name: 'small',
        tokens: { input: 800, output: 12, cached: 512, wasted: 0 },
        tokens_are_estimated: false,
      },
      knowledge: {
        passages: 2,
        vector_database: DATABASE,
        sources: ['opening-hours-of-samarkand#1', 'prices#7'],
      },
    });
    expect(shown[4]).toMatchObject({ interrupted: false });
    expect(shown[4]).not.toHaveProperty('failed_requests');
  });

  it('keep their figures and none of their words in a HIPAA-compliant call', () => {
    const turns = isPrivate(TURNS);
    const call = storedCall({ status: 'ended', hipaa_compliant: true, turns: [...keptTurns(turns).turns] });

    const shown = turnsOfCall(call);

    expect(shown).toEqual(turns.map(turnView));
    expect(shown.map(({ text }) => text)).toEqual([null, undefined, null, null, null]);
    expect(shown[1]?.action).toMatchObject({ input: null, output: null, duration_ms: 730 });
    expect(shown[2]?.knowledge).toEqual({ passages: 2, vector_database: DATABASE });
    expect(JSON.stringify(call.turns)).not.toMatch(/order|timbuktu|find|mind|Goodbye|samarkand/i);
  });

  it('are all kept in a call of an hour with an answer every eight seconds, private or not', () => {
    const talk = Array.from({ length: 450 }, (_, index) => [
      said(2 * index + 1, 'I would like to know one more thing.'),
      answered(2 * index + 2, 'With pleasure.', { sources: undefined }),
    ]).flat();

    expect(keptTurns(talk, { words: 100_000 }).leftOut).toBe(0);
    expect(keptTurns(isPrivate(talk)).leftOut).toBe(0);
  });
});

describe('the latency of a call', () => {
  const silences = (list: readonly number[]) => latencyOf(list.map((ms) => ({ ms: [null, 0, 0, ms] })));

  it.each([
    [[], undefined],
    [[700], [700, 700, 1]],
    [
      [900, 100, 500],
      [500, 900, 3],
    ],
    [Array.from({ length: 100 }, (_, index) => index + 1), [50, 95, 100]],
  ])('has the median and the 95th percentile of the silences before answers: %j', (given, expected) => {
    const found = silences(given);

    expect(found && [found.silence_p50_ms, found.silence_p95_ms, found.answers]).toEqual(expected);
  });

  it('counts only answers with words', () => {
    expect(latencyOf([{ ms: [null, 5, 300, null, null, null] }])).toBeUndefined();
  });
});

import type { MeasuredService } from '../measured-service.ts';
import { type Cell, number, type Table, verdict } from '../table.ts';
import { forEachAtOnce, holdCall, numbersOf } from './calls.ts';

const CALLS_AT_ONCE = 14;
const PAUSES_A_CALL = 20;
const END_POINTING_MS = 200;
const MAX_CUT_PERCENT = 1;

/** Pauses of people who think, in milliseconds. */
const SHORTEST_MS = 200;
const LONGEST_MS = 1_400;

/** Confidences of the simulated model in a pause, by how often they occur: it is mostly unsure, and seldom wrong. */
const CONFIDENCES = [
  { of: 0.6, confidence: 0.3 },
  { of: 0.3, confidence: 0.55 },
  { of: 0.07, confidence: 0.68 },
  { of: 0.024, confidence: 0.75 },
  { of: 0.006, confidence: 0.85 },
] as const;

/** How agents listen. The default has a goal, and so the most calls; the others are there to compare. */
const KINDS = [
  { name: 'a model, auto (0.8)', calls: 25, settings: {} },
  { name: 'a model, relaxed (0.9)', calls: 5, settings: { endpointing_sensitivity: 'relaxed' } },
  { name: 'a model, sensitive (0.7)', calls: 5, settings: { endpointing_sensitivity: 'sensitive' } },
  { name: 'a timer, auto', calls: 5, settings: { turn_taking: { transcription_model: 'nova-3-general' } } },
] as const;

/** Measures how often a pause within a sentence is taken for the end of the turn. */
export async function measurePauses(service: MeasuredService): Promise<Table> {
  const calls = KINDS.flatMap(({ name, calls: count, settings }) =>
    Array.from({ length: count }, (_, call) => ({ name, call, settings })),
  );
  const cutsByCall = await forEachAtOnce(calls, CALLS_AT_ONCE, async ({ name, call, settings }) => ({
    name,
    cuts: await cutsOf(service, call, settings),
  }));
  const rows = KINDS.map(({ name, calls: count }): readonly Cell[] => {
    const pauses = count * PAUSES_A_CALL;
    const cuts = cutsByCall.reduce((sum, one) => sum + (one.name === name ? one.cuts : 0), 0);
    const percent = (100 * cuts) / pauses;
    const isDefault = name === KINDS[0].name;
    const goal = isDefault ? verdict(percent, MAX_CUT_PERCENT) : '';
    return [name, number(pauses), number(cuts), number(percent, 1), goal];
  });
  return {
    title: 'Pauses within a sentence',
    note:
      `Pauses of ${SHORTEST_MS} to ${LONGEST_MS} ms; the first calls of each kind of agent have the same. What the simulated model thinks in a pause is made up (${CONFIDENCES.map(({ of, confidence }) => `${confidence} in ${Math.round(1000 * of) / 10} %`).join(', ')}): ` +
      'the table shows what the thresholds do, not how good the vendor is. A threshold costs no time here; at the vendor, a higher one waits longer.',
    columns: ['the turn is ended by', 'pauses', 'turns cut off', '%', 'goal'],
    rows,
  };
}

async function cutsOf(service: MeasuredService, call: number, settings: object): Promise<number> {
  const numbers = numbersOf(call + 1);
  const script = Array.from({ length: PAUSES_A_CALL }, () => {
    const pause_ms = Math.round(SHORTEST_MS + numbers.next().value * (LONGEST_MS - SHORTEST_MS));
    const pause = { pause_ms, confidence: confidenceOf(numbers.next().value) };
    return { say: ['I would like to come', pause, 'on Tuesday'] };
  });
  const callee = { end_pointing_ms: END_POINTING_MS };
  const events = await holdCall(service, { prompt: 'BENCH. You book.', script, settings, callee });
  return events.filter((event) => event.type === 'note' && JSON.stringify(event).includes('ended in a pause'))
    .length;
}

function confidenceOf(number: number): number {
  let rest = number;
  for (const { of, confidence } of CONFIDENCES) {
    rest -= of;
    if (rest < 0) return confidence;
  }
  return CONFIDENCES[0].confidence;
}

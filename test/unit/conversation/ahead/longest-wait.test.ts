import { describe, expect, it } from 'vitest';
import { longestWaitMs } from '../../../../lambdas/conversation/ahead/longest-wait.ts';
import { listeningOf } from '../../../../lambdas/telephony/speech-recognition.ts';
import { storedCall } from '../../../support/table/stored-call.ts';

/** How an agent listens that asks ahead. */
function listening(changes: object) {
  const { settings } = storedCall();
  const turn_taking = { ask_ahead: true, requests_ahead: 2 };
  return listeningOf({ ...settings, turn_taking, ...changes });
}

describe('the longest hold', () => {
  it.each([
    ['by default', {}, 2_750],
    ['of a sensitive agent', { endpointing_sensitivity: 'sensitive' }, 2_000],
    ['of an agent that talks fast', { conversation_speed: 1.2 }, 2_583],
  ])('lets the caller hear something within 3 seconds %s', (_, changes, ms) => {
    expect(longestWaitMs(listening(changes))).toBe(ms);
  });

  it.each([
    [600, 1_100],
    [2_250, 2_750],
    [2_500, 2_750],
    [2_501, 2_751],
    [4_000, 4_250],
    [5_000, 5_250],
  ])('never ends before the vendor could report the final words (%i ms)', (silenceMs, ms) => {
    expect(longestWaitMs({ model: 'flux', isMultilingual: false, silenceMs, tellsPartials: true })).toBe(ms);
  });
});

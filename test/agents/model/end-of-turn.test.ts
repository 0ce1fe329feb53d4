import { describe, expect, it } from 'vitest';
import {
  issueOfTurnTaking,
  type ListeningSettings,
  listeningOf,
  patient,
  withoutDetection,
} from '../../../lambdas/agents/model/end-of-turn.ts';
import { type TurnTaking, turnTaking } from '../../../lambdas/agents/model/turn-taking.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';

const settings = (changes: Partial<ListeningSettings> = {}): ListeningSettings => ({
  language: 'en',
  endpointing_sensitivity: 'auto',
  ivr_navigation_mode: 'off',
  conversation_speed: 1,
  ...changes,
});

const wishing = (wish: Partial<TurnTaking>) => ({ turn_taking: turnTaking().parse(wish) });

describe('how an agent listens', () => {
  it.each<[Language, string, boolean]>([
    ['en', 'flux', false],
    ['es', 'nova-3-general', true],
    ['de', 'nova-3-general', true],
    ['hi', 'nova-2-general', true],
    ['pt', 'nova-3-general', true],
    ['fr', 'nova-3-general', true],
    ['nl', 'nova-3-general', true],
    ['id', 'nova-2-general', false],
    ['it', 'nova-3-general', true],
    ['ja', 'nova-2-general', true],
    ['ko', 'nova-2-general', false],
  ])('in %s uses %s; the turn model hears it among other languages: %s', (code, model, isMultilingual) => {
    expect(listeningOf(settings({ language: code }))).toMatchObject({ model, tellsPartials: false });
    const wish = { language: code, ...wishing({ transcription_model: 'flux' }) };
    if (issueOfTurnTaking(wish)) return expect(isMultilingual).toBe(false);
    expect(listeningOf(settings(wish))).toMatchObject({ model: 'flux', isMultilingual });
  });

  it.each<[ListeningSettings['endpointing_sensitivity'], number, number | undefined, number | 'auto']>([
    ['sensitive', 1, 0.7, 1500],
    ['auto', 1, 0.8, 2500],
    ['relaxed', 1, 0.9, 4000],
    ['relaxed', 0.5, 0.9, 5000],
    ['sensitive', 2, 0.7, 750],
  ])('%s at speed %d needs the confidence %d and waits for at most %s ms', (sensitivity, speed, confidence, silenceMs) => {
    const listening = listeningOf(
      settings({ endpointing_sensitivity: sensitivity, conversation_speed: speed }),
    );

    expect(listening).toEqual({
      model: 'flux',
      isMultilingual: false,
      confidence,
      silenceMs,
      tellsPartials: false,
    });
  });

  it('uses raw values', () => {
    const raw = wishing({ end_of_turn_confidence: 0.65, longest_silence_ms: 900 });

    expect(listeningOf(settings(raw))).toMatchObject({ confidence: 0.65, silenceMs: 900 });
    expect(listeningOf(settings({ language: 'ko', ...raw }))).toMatchObject({ silenceMs: 900 });
  });

  it('hears a menu with a timer, and gets no partial words', () => {
    const menu = settings({ ivr_navigation_mode: 'default', ...wishing({ ask_ahead: true }) });

    expect(listeningOf(menu)).toEqual({
      model: 'nova-3-general',
      isMultilingual: false,
      silenceMs: 2500,
      tellsPartials: false,
    });
  });
});

it('the vendor’s turn detection judges the end of turns in place of flux, except in menus', () => {
  const wish = wishing({ turn_detection: true });

  expect(listeningOf(settings(wish))).toMatchObject({ model: 'nova-3-general', detectsTurns: true });
  expect(listeningOf(settings({ ivr_navigation_mode: 'default', ...wish }))).not.toHaveProperty(
    'detectsTurns',
  );
  expect(listeningOf(settings())).not.toHaveProperty('detectsTurns');
});

it.each<[Partial<ListeningSettings>, object]>([
  [{}, { confidence: 0.9, silenceMs: 5000 }],
  [{ language: 'de' }, { silenceMs: 1500 }],
  [{ language: 'de', ...wishing({ longest_silence_ms: 3000 }) }, { silenceMs: 3000 }],
])('somebody who dictates is heard patiently: %j', (changes, expected) => {
  expect(patient(listeningOf(settings(changes)))).toEqual(expected);
});

const further = (...codes: Language[]) => ({ languages: codes.map((code) => ({ language: code })) });

describe('how an agent with several languages listens', () => {
  it.each<[string, Language, Language[], Partial<TurnTaking>, TurnTaking['transcription_model'], boolean]>([
    ['tells apart, with the model of turns', 'en', ['es', 'ja'], {}, 'flux', true],
    ['the same on request', 'ja', ['hi'], { ask_ahead: true }, 'flux', true],
    ['tells apart with a timer', 'ja', ['hi', 'en'], {}, 'nova-3-general', true],
    ['the same on request', 'en', ['ja'], { transcription_model: 'nova-3-general' }, 'nova-3-general', true],
    ['hears the spoken one', 'en', ['ko'], {}, 'nova-2-general', false],
    ['hears the spoken one', 'en', ['es', 'id'], {}, 'nova-2-general', false],
    ['hears the spoken one', 'id', ['en'], {}, 'nova-2-general', false],
    ['tells two apart', 'en', ['es'], { transcription_model: 'nova-2-general' }, 'nova-2-general', true],
    ['and not others', 'en', ['de'], { transcription_model: 'nova-2-general' }, 'nova-2-general', false],
    ['replaces what was stored', 'en', ['ko'], { transcription_model: 'flux' }, 'nova-2-general', false],
    ['replaces what was stored', 'en', ['ko'], { ask_ahead: true }, 'nova-2-general', false],
  ])('%s: %s and %j with %j', (_, first, codes, wish, model, isMultilingual) => {
    const listening = listeningOf(settings({ language: first, ...further(...codes), ...wishing(wish) }));

    const tellsPartials = model === 'flux' && wish.ask_ahead === true;
    expect(listening).toMatchObject({ model, isMultilingual, tellsPartials });
    expect(listening.confidence !== undefined).toBe(model === 'flux');
  });

  it.each([
    {},
    { ivr_navigation_mode: 'default' as const },
  ])('hears the spoken one with the plainest model after the vendor refused another: %j', (mode) => {
    const wish = wishing({ ask_ahead: true });

    const plain = listeningOf(withoutDetection(settings({ ...mode, ...further('es', 'de'), ...wish })));

    expect(plain).toMatchObject({ model: 'nova-2-general', isMultilingual: false, tellsPartials: false });
  });
});

describe('a setting that would end each call', () => {
  it.each<[Language[], Partial<TurnTaking>, keyof TurnTaking]>([
    [['ko'], { transcription_model: 'flux' }, 'transcription_model'],
    [['es', 'id'], { ask_ahead: true }, 'ask_ahead'],
    [['ko'], { end_of_turn_confidence: 0.7 }, 'end_of_turn_confidence'],
  ])('is found in a further language: %j with %j', (codes, wish, field) => {
    const issue = issueOfTurnTaking({ language: 'en', ...further(...codes), ...wishing(wish) });

    expect(issue?.field).toBe(field);
    expect(issue?.msg).toContain(`but not ${codes.at(-1)}.`);
  });

  it.each<[Language, Partial<TurnTaking>, keyof TurnTaking]>([
    ['ko', { transcription_model: 'flux' }, 'transcription_model'],
    ['id', { ask_ahead: true }, 'ask_ahead'],
    ['en', { ask_ahead: true, transcription_model: 'nova-3-general' }, 'ask_ahead'],
    ['de', { end_of_turn_confidence: 0.7 }, 'end_of_turn_confidence'],
    ['en', { end_of_turn_confidence: 0.7, transcription_model: 'nova-2-general' }, 'end_of_turn_confidence'],
  ])('is detected: %s with %j', (code, wish, field) => {
    expect(issueOfTurnTaking({ language: code, ...wishing(wish) })?.field).toBe(field);
  });

  it.each<[object, Partial<TurnTaking>, string]>([
    [{ mask_dtmf: true }, {}, 'mask_dtmf'],
    [{ language: 'ko' }, {}, 'but not ko'],
    [further('es'), {}, 'but not es'],
    [{}, { transcription_model: 'flux' }, 'flux judges'],
  ])('is the vendor’s turn detection with %j and %j', (changes, wish, reason) => {
    const asked = { ...settings(changes), ...changes, ...wishing({ turn_detection: true, ...wish }) };

    expect(issueOfTurnTaking(asked)).toMatchObject({ field: 'turn_detection' });
    expect(issueOfTurnTaking(asked)?.msg).toContain(reason);
  });

  it.each<[Language, Partial<TurnTaking>]>([
    ['en', { turn_detection: true }],
    ['en', { ask_ahead: true, end_of_turn_confidence: 0.5 }],
    ['de', { ask_ahead: true, end_of_turn_confidence: 0.5 }],
    ['ko', { transcription_model: 'nova-3-general', longest_silence_ms: 600 }],
    ['en', {}],
  ])('is not reported: %s with %j', (code, wish) => {
    expect(issueOfTurnTaking({ language: code, ...wishing(wish) })).toBeUndefined();
  });
});

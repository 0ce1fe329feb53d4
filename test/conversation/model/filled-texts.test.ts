import { describe, expect, it } from 'vitest';
import { issueBeforeDialing, issueOfContext } from '../../../lambdas/calls/model/call-context.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import {
  filledBytes,
  filledGreeting,
  filledPrompt,
  issueOfFilling,
  warningsOfFilling,
} from '../../../lambdas/conversation/model/filled-texts.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const call = (
  texts: { prompt?: string; initial_message?: string },
  others: Partial<CallWithSnapshot> = {},
) => {
  const plain = storedCall();
  return { ...plain, agent: { ...plain.agent, ...texts }, ...others };
};
const TWO_KB = { a: 'x'.repeat(2_000) };

describe('filledBytes', () => {
  it('counts placeholders of a later context as nothing', () => {
    expect(filledBytes('${a}${later}', { a: 'xy' })).toBe(2);
  });
});

describe('the texts of an agent with a context', () => {
  it.each([
    ['prompt', { prompt: '${a}'.repeat(51) }, undefined],
    ['prompt', { prompt: '${a}'.repeat(52) }, '104000 bytes, but at most 102400'],
    ['greeting', { initial_message: '${a}${a}' }, undefined],
    ['greeting', { initial_message: '${a}${a}${a}' }, '6000 bytes, but at most 4096'],
  ])('may be this large: %s', (_, texts, issue) => {
    const found = issueOfFilling(call(texts, { context: TWO_KB }));

    expect(found).toEqual(issue === undefined ? undefined : expect.stringContaining(issue));
  });

  it('have no values in a conversation under way', () => {
    expect(filledPrompt(`Hi ${'${a}'.repeat(12_500)}`, TWO_KB)).toBe('Hi ');
    expect(filledGreeting(`Hi ${'${a}'.repeat(500)}`, TWO_KB)).toBe('Hi');
  });
});

describe('a call whose context is to be fetched', () => {
  const fetched = { context_source: { endpoint: 'https://example.com', required_keys: ['b'] } };

  it('is not refused for values that the endpoint may supply', () => {
    const waiting = call({ prompt: '${a}${longname}'.repeat(51) }, { ...fetched, context: TWO_KB });

    expect(issueBeforeDialing(waiting)).toBeUndefined();
  });

  it('is refused before it is dialed for its own context', () => {
    const waiting = call({ prompt: '${a}'.repeat(52) }, { ...fetched, context: TWO_KB });

    expect(issueBeforeDialing(waiting)).toContain('prompt');
  });

  it('is refused when it is too large with the fetched context', () => {
    const context = Object.fromEntries(
      Array.from({ length: 50 }, (_, key) => [String(key), '語'.repeat(2_000)]),
    );

    expect(issueOfContext(call({}, { context }))).toContain('together are too large');
    expect(issueOfContext(call({}, { ...fetched, context: {} }))).toContain('missing: b');
  });
});

it.each<[string, Partial<CallWithSnapshot>, string[]]>([
  ['those that nothing fills', {}, ['${nmae}', '${who}', '${why}']],
  ['none that the context has', { context: { nmae: '', who: 'x', why: 'y' } }, []],
  [
    'none if an endpoint is asked',
    { context_source: { endpoint: 'https://a.example', required_keys: [] } },
    [],
  ],
])('a warning lists placeholders: %s', (_, changes, names) => {
  const texts = { prompt: '${now}, ${today}, ${contact_number}, ${nmae}', initial_message: 'Hi ${nmae}' };
  const plain = call(texts, changes);
  const call_screening = { identity: '${who}', purpose: '${why}' };
  const spoken = { voicemail_message: 'For ${ who }', call_screening };
  const snapshot = { ...plain, settings: { ...plain.settings, ...spoken } };

  const { warnings = [] } = warningsOfFilling(snapshot, { context: plain.context ?? null, loc: ['body'] });

  expect(warnings.flatMap(({ msg }) => msg.match(/\$\{\w+\}/g))).toEqual(names);
});

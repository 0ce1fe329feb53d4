import { describe, expect, it } from 'vitest';
import { boundsOf } from '../../../../lib/openapi/describe.ts';
import { noteOn } from '../../../../lib/openapi/descriptions/calls.ts';

describe('noteOn', () => {
  const notes = { 'Agent.name': 'general', 'NewerAgentInput.name': 'special', 'Record.id': 'any' };

  it('prefers the note of the component itself to that of a part of its name', () => {
    expect(noteOn(notes, 'NewerAgentInput', ['name'])).toBe('special');
    expect(noteOn(notes, 'OlderAgentInput', ['name'])).toBe('general');
  });

  it('uses the note of any record as a default', () => {
    expect(noteOn(notes, 'Voice', ['id'])).toBe('any');
    expect(noteOn(notes, 'Voice', ['name'])).toBeUndefined();
  });
});

describe('boundsOf', () => {
  it.each([
    [{ minimum: 0, maximum: 1 }, 'From 0 to 1.'],
    [{ minimum: -100, maximum: 100 }, 'From -100 to 100.'],
    [{ maxLength: 50_000 }, 'At most 50,000 characters.'],
    [{ minLength: 1, maxLength: 200 }, 'From 1 to 200 characters.'],
    [{ minItems: 1, maxItems: 1 }, 'Exactly 1 item.'],
    [{ anyOf: [{ type: 'integer' as const, minimum: 1 }, { type: 'null' as const }] }, 'At least 1.'],
    [{ items: { maxLength: 9 }, maxItems: 2 }, 'At most 2 items. Each item: at most 9 characters.'],
    [{ type: 'boolean' as const }, ''],
  ])('describes the bounds of a schema: %j', (schema, words) => {
    expect(boundsOf(schema)).toBe(words);
  });
});

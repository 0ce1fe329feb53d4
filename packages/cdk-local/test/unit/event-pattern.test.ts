import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/aws/events/event-pattern.ts';

const event = {
  source: 'calls',
  'detail-type': 'event_message',
  resources: ['arn:one', 'arn:two'],
  detail: {
    status: 'ended',
    seconds: 42,
    Answered: true,
    note: null,
    empty: '',
    list: [],
    parties: [{ name: 'Ann' }, { name: 'Bob' }],
  },
};
const detail = (pattern: object) => ({ detail: pattern });

describe('compilePattern', () => {
  it.each<[object, boolean]>([
    [{ source: ['calls'] }, true],
    [{ source: ['other', 'calls'] }, true],
    [{ source: ['other'] }, false],
    [{ source: ['calls'], 'detail-type': ['other'] }, false],
    [{ resources: ['arn:two'] }, true],
    [detail({ seconds: [42] }), true],
    [detail({ seconds: ['42'] }), false],
    [detail({ Answered: [true] }), true],
    [detail({ note: [null] }), true],
    [detail({ empty: [''] }), true],
    [detail({ missing: [null] }), false],
    [detail({ status: [{ prefix: 'en' }] }), true],
    [detail({ status: [{ 'anything-but': 'ended' }] }), false],
    [detail({ status: [{ 'anything-but': ['error', 'new'] }] }), true],
    [detail({ missing: [{ 'anything-but': 'x' }] }), false],
    [detail({ status: [{ exists: true }] }), true],
    [detail({ missing: [{ exists: false }] }), true],
    [detail({ status: [{ exists: false }] }), false],
    [detail({ list: [{ exists: false }] }), true],
    [detail({ parties: { name: ['Bob'] } }), true],
    [detail({ parties: { name: ['Cid'] } }), false],
  ])('judges %j', (pattern, expected) => {
    const matches = compilePattern(pattern);

    expect(matches(event)).toBe(expected);
  });

  it('refuses an unknown matcher', () => {
    expect(() => compilePattern({ ip: [{ cidr: '10.0.0.0/8' }] })).toThrow(
      '{"cidr":"10.0.0.0/8"} is not known',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { checkToolCall } from '../../lambdas/conversation/model/actions/check-tool-call.ts';
import { parseJsonObject } from '../../lambdas/http/json-body.ts';
import { MAX_JSON_DEPTH, parseJson } from '../../lambdas/platform/parse-json.ts';

const deepList = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('nested JSON', () => {
  it.each([
    ['lists', deepList],
    ['objects', deepObject],
  ])('of 64 levels of %s is read, and of one more is refused', (_, deep) => {
    expect(() => parseJson(deep(MAX_JSON_DEPTH))).not.toThrow();
    expect(() => parseJson(deep(MAX_JSON_DEPTH + 1))).toThrow('64 levels');
  });

  it.each([
    ['"[[["', '[['],
    ['"\\"[[["', '"[['],
    ['"\\\\"', '\\'],
  ])('is distinguished from brackets in strings: %s', (json) => {
    const text = `[${json.replace('[[[', '['.repeat(100))}]`;

    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('of 100,000 levels is refused as the body of a request', () => {
    const body = `{"a":${deepList(100_000)}}`;

    expect(() => parseJsonObject({ body, isBase64Encoded: false, headers: null }, 1_000_000)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body'], type: 'too_deep' })] }),
    );
  });

  it('is refused as arguments of a tool', () => {
    const action = { id: null, type: 'action_dtmf' as const };
    const tool = { name: 'any', description: '', parameters: {}, action };

    expect(checkToolCall([tool], { name: 'any', arguments: deepObject(30_000) })).toHaveProperty('issue');
  });
});

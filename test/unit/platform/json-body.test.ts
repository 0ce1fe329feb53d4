import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../lambdas/platform/errors.ts';
import { parseJsonObject } from '../../../lambdas/platform/json-body.ts';

const MAX = 20;

function faultOf(body: string | null, isBase64Encoded = false) {
  try {
    parseJsonObject({ body, isBase64Encoded }, MAX);
  } catch (error) {
    if (error instanceof DomainError)
      return { type: error.type, faults: error.faults.map(({ loc, type }) => ({ loc, type })) };
  }
  return undefined;
}

describe('parseJsonObject', () => {
  it('reads an object, also from base64', () => {
    const body = '{"a":"ä"}';

    expect(parseJsonObject({ body, isBase64Encoded: false }, MAX)).toEqual({ a: 'ä' });
    expect(
      parseJsonObject({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true }, MAX),
    ).toEqual({ a: 'ä' });
  });

  it.each([
    ['nothing', null, 'not_json'],
    ['an empty body', '', 'not_json'],
    ['a form', 'a=1&b=2', 'not_json'],
    ['an array', '[]', 'not_an_object'],
    ['null', 'null', 'not_an_object'],
    ['a string', '"{}"', 'not_an_object'],
    ['a body of more bytes than allowed', `"${'ä'.repeat(10)}"`, 'body_too_large'],
  ])('refuses %s', (_, body, type) => {
    expect(faultOf(body)).toEqual({ type: 'invalid_input', faults: [{ loc: ['body'], type }] });
  });

  it('takes a body of exactly the allowed bytes', () => {
    const body = `{"a":"${'x'.repeat(MAX - 8)}"}`;

    expect(Buffer.byteLength(body)).toBe(MAX);
    expect(faultOf(body)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lambdas/http/errors.ts';
import { parseJsonObject } from '../../lambdas/http/json-body.ts';

const MAX = 20;

function issueOf(body: string | null, contentType = 'application/json', isBase64Encoded = false) {
  try {
    parseJsonObject({ body, isBase64Encoded, headers: { 'Content-Type': contentType } }, MAX);
  } catch (error) {
    if (error instanceof ApiError)
      return { type: error.type, issues: error.issues.map(({ loc, type }) => ({ loc, type })) };
  }
  return undefined;
}

describe('parseJsonObject', () => {
  it.each(['{"a":"ä"}', '\uFEFF{"a":"ä"}'])('reads an object, also from base64: %j', (body) => {
    const base64 = Buffer.from(body).toString('base64');
    const inUtf16 = Buffer.from(body, 'utf16le').toString('base64');

    expect(parseJsonObject({ body, isBase64Encoded: false, headers: null }, MAX)).toEqual({ a: 'ä' });
    for (const encoded of [base64, inUtf16])
      expect(parseJsonObject({ body: encoded, isBase64Encoded: true, headers: {} }, MAX)).toEqual({ a: 'ä' });
  });

  it.each([
    ['nothing', null, 'not_json'],
    ['an empty body', '', 'not_json'],
    ['a form', 'a=1&b=2', 'not_json'],
    ['an array', '[]', 'not_an_object'],
    ['null', 'null', 'not_an_object'],
    ['a string', '"{}"', 'not_an_object'],
  ])('refuses %s', (_, body, type) => {
    expect(issueOf(body)).toEqual({ type: 'invalid_input', issues: [{ loc: ['body'], type }] });
  });

  it.each([
    ['{"a":1,\n}', 2, 1],
    ['{"a":1,\n "b": x}', 2, 7],
    ['{"a":\ntrux}', 2, 4],
    ['{"a":\ntru', 2, 4],
    ['{"in JSON at 9": x}', 1, 18],
  ])('says where %j is not JSON', (body, line, column) => {
    const read = () => parseJsonObject({ body, isBase64Encoded: false, headers: null }, MAX);

    expect(read).toThrow(`The body is not JSON: see line ${line}, column ${column}.`);
  });

  it('refuses a body of more bytes than allowed', () => {
    const loc = ['body'];

    expect(issueOf(`"${'ä'.repeat(10)}"`)).toEqual({
      type: 'too_large',
      issues: [{ loc, type: 'body_too_large' }],
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml; charset=utf-8',
  ])('refuses the media type %s', (contentType) => {
    const loc = ['header', 'content-type'];

    expect(issueOf('{}', contentType)).toEqual({
      type: 'unsupported_media_type',
      issues: [{ loc, type: 'unsupported_media_type' }],
    });
  });
});

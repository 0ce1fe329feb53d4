import { describe, expect, it } from 'vitest';
import { readEdgeFunction } from '../../src/cloudfront/edge-function.ts';
import { resource } from '../support/resources.ts';

const REQUEST = { method: 'GET', uri: '/', headers: { host: { value: 'example.com' } }, cookies: {} };

const edgeFunction = (FunctionCode: string) =>
  readEdgeFunction(
    resource('AWS::CloudFront::Function', 'Fn', {
      properties: { FunctionCode, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
    }),
  );

/** A function whose answer is the text of an expression. */
const telling = (expression: string) =>
  edgeFunction(
    `let count = 0; function handler(event) { return { statusCode: 200, body: String(${expression}) }; }`,
  );

describe('a CloudFront function', () => {
  it('has nothing of Node.js, and keeps no state from one request to the next', () => {
    const names = ['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'Buffer'];
    const types = telling(
      `[${names.map((name) => `typeof ${name}`)}, (globalThis.n = ++count + (globalThis.n || 0))]`,
    );

    const expected = { body: `${names.map(() => 'undefined')},1` };
    expect([types(REQUEST), types(REQUEST)]).toMatchObject([expected, expected]);
  });

  it.each([
    `eval('1')`,
    `new Function('return 1')()`,
    `event.constructor.constructor('return process')()`,
    `globalThis.constructor.constructor('return process')()`,
  ])('runs no text as code: %s', (expression) => {
    expect(() => telling(expression)(REQUEST)).toThrow(/EvalError|Code generation/);
  });

  it.each([
    ['not end', 'for (;;);', /timed out/],
    ['return a header in capitals', 'event.request.headers.Authorization = { value: "1" };', /lower case/],
    ['return a header of two lines', 'event.request.headers.a = { value: "1\\r\\nb: 2" };', /one line/],
    ['return an address that is no path', 'event.request.uri = "https://example.com/";', /uri/],
    ['return nothing', 'return;', /undefined/],
    ['return a promise', 'return Promise.resolve(event.request);', /uri/],
    ['return an unknown status', 'return { statusCode: 99 };', /statusCode/],
  ])('may not %s', (_, change, message) => {
    const run = edgeFunction(`function handler(event) { ${change} return event.request; }`);

    expect(() => run(REQUEST)).toThrow(message);
  });

  it('is refused at the start if it has more than 10 KB, or a syntax error', () => {
    const code = 'function handler(event) { return event.request; }';

    expect(edgeFunction(code.padEnd(10_240))(REQUEST)).toEqual(REQUEST);
    expect(() => edgeFunction(code.padEnd(10_241))).toThrow(/more than 10 KB/);
    expect(() => edgeFunction('function handler( {')).toThrow(SyntaxError);
  });
});

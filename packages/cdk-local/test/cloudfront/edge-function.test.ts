import { describe, expect, it } from 'vitest';
import type { EdgeRequest } from '../../src/cloudfront/edge-event.ts';
import { readEdgeFunction } from '../../src/cloudfront/edge-function.ts';
import { resource } from '../support/resources.ts';

const REQUEST: EdgeRequest = {
  method: 'GET',
  uri: '/',
  querystring: {},
  headers: { host: { value: 'example.com' } },
  cookies: {},
};

const edgeFunction = (code: string) =>
  readEdgeFunction(
    resource('AWS::CloudFront::Function', 'Fn', {
      properties: { FunctionCode: code, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
    }),
  );

const run = (code: string) => edgeFunction(code)(REQUEST);

/** What a function sees of an expression. */
function seen(expression: string): unknown {
  const result = run(`function handler() { return { statusCode: 200, body: String(${expression}) }; }`);
  return 'response' in result ? result.response.body : undefined;
}

describe('a CloudFront function', () => {
  it.each([
    'typeof process',
    'typeof require',
    'typeof fetch',
    'typeof setTimeout',
    'typeof WebAssembly',
    'typeof Buffer',
  ])('has no %s', (expression) => {
    expect(seen(expression)).toBe('undefined');
  });

  it.each([
    `eval('1')`,
    `new Function('return 1')()`,
    `event.constructor.constructor('return process')()`,
    `globalThis.constructor.constructor('return process')()`,
  ])('runs no text as code: %s', (expression) => {
    const code = `function handler(event) { return { statusCode: 200, body: String(${expression}) }; }`;

    expect(() => run(code)).toThrow(/EvalError|Code generation/);
  });

  it('keeps no state from one request to the next', () => {
    const counting = edgeFunction(
      'let count = 0; function handler() { count += 1; globalThis.n = (globalThis.n || 0) + 1; return { statusCode: 200, body: `${count} ${globalThis.n}` }; }',
    );

    expect([counting(REQUEST), counting(REQUEST)]).toMatchObject([
      { response: { body: '1 1' } },
      { response: { body: '1 1' } },
    ]);
  });

  it.each([
    ['does not end', 'function handler() { for (;;); }'],
    ['throws', 'function handler() { throw new Error("no"); }'],
    ['has no handler', 'function other() {}'],
  ])('that %s is answered with 503', (_, code) => {
    expect(() => run(code)).toThrow(expect.objectContaining({ status: 503 }));
  });

  it.each([
    ['a header in capitals', 'event.request.headers.Authorization = { value: "1" };'],
    ['a header of two lines', 'event.request.headers.a = { value: "1\\r\\nb: 2" };'],
    ['an address that is no path', 'event.request.uri = "https://example.com/";'],
    ['no request', 'return 1;'],
    ['nothing', 'return;'],
    ['a promise', 'return Promise.resolve(event.request);'],
    ['an unknown status', 'return { statusCode: 99 };'],
  ])('may not return %s: 502', (_, change) => {
    const code = `function handler(event) { ${change} return event.request; }`;

    expect(() => run(code)).toThrow(expect.objectContaining({ status: 502 }));
  });

  it('may have 10 KB of code', () => {
    const code = 'function handler(event) { return event.request; }';

    expect(() => edgeFunction(code.padEnd(10_240))).not.toThrow();
    expect(() => edgeFunction(code.padEnd(10_241))).toThrow(/10241 bytes/);
  });

  it('with a syntax error is reported at the start', () => {
    expect(() => edgeFunction('function handler( {')).toThrow(SyntaxError);
  });
});

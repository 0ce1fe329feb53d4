import { describe, expect, it } from 'vitest';
import { continueChain } from '../../src/functions/lineage.ts';

const arn = (name: string) => `arn:aws:lambda:eu-west-1:111122223333:function:${name}`;

/** The trace header after these functions were invoked, each by a message of the one before. */
function headerAfter(...names: string[]): string {
  const headers: string[] = [];
  for (const name of names) headers.unshift(continueChain(arn(name), headers.slice(0, 1)).traceHeader);
  return headers[0]!;
}

const earlier = (name: string, ...headers: string[]) => continueChain(arn(name), headers).earlier;

describe('a chain of requests', () => {
  it('begins with an invocation that no traced message triggered', () => {
    const { traceHeader, earlier } = continueChain(arn('a'), []);

    expect(earlier).toBe(0);
    expect(traceHeader).toMatch(
      /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:0$/,
    );
  });

  it('counts the invocations of each function', () => {
    const header = headerAfter('a', 'b', 'a', 'a');

    expect([earlier('a', header), earlier('b', header), earlier('c', header)]).toEqual([3, 1, 0]);
  });

  it('keeps its root', () => {
    const root = (header: string) => /Root=([^;]+)/.exec(header)?.[1];
    const header = headerAfter('a');

    expect(root(continueChain(arn('b'), [header]).traceHeader)).toBe(root(header));
    expect(root(headerAfter('a'))).not.toBe(root(header));
  });

  it('has the highest counts of a batch', () => {
    const headers = [headerAfter('b'), headerAfter('a', 'a', 'a'), headerAfter('a', 'b', 'b')];

    expect([earlier('a', ...headers), earlier('b', ...headers)]).toEqual([3, 2]);
  });

  it.each([
    '',
    'Root=1',
    'Root=1;Lineage=',
    'Root=1;Lineage=x:y|:|1:2:3',
    'Lineage=__proto__:1',
  ])('ignores the lineage of the header %j', (header) => {
    expect(earlier('a', header)).toBe(0);
  });
});

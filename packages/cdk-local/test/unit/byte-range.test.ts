import { describe, expect, it } from 'vitest';
import { byteRange } from '../../src/aws/s3/s3-operations.ts';

describe('the bytes of a Range header', () => {
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=8-100', { first: 8, last: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=3-2', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=-', undefined],
    ['lines=0-1', undefined],
    [undefined, undefined],
  ])('%s of ten are %j', (header, expected) => {
    expect(byteRange(header, 10)).toEqual(expected);
  });
});

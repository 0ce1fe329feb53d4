import { describe, expect, it } from 'vitest';
import { guardedLookup, isAllowedAddress } from '../../lambdas/platform/outbound/public-address.ts';
import { rowsOf } from '../support/rows.ts';

describe('isAllowedAddress', () => {
  const PRIVATE = rowsOf<[string, string[]]>(import.meta.url, 'private-addresses.jsonl');

  it.each(PRIVATE)('refuses %s', (_, addresses) => {
    expect(addresses.filter((address) => isAllowedAddress(address, []))).toEqual([]);
  });

  it('permits public ones', () => {
    const addresses = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'];

    expect(addresses.filter((address) => !isAllowedAddress(address, []))).toEqual([]);
  });

  it('permits the operator’s networks, also as IPv4-mapped addresses, and no more', () => {
    const networks = ['127.0.0.0/8', 'fd12::/16'];
    const addresses = ['127.0.0.1', '::ffff:127.0.0.1', 'fd12::5', '10.0.0.1', '::1', 'fd13::5'];

    const allowed = addresses.filter((address) => isAllowedAddress(address, networks));

    expect(allowed).toEqual(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::5']);
  });
});

describe('guardedLookup', () => {
  const look = (networks: readonly string[], all: boolean) =>
    new Promise<{ error: Error | null; address: unknown }>((resolve) => {
      guardedLookup(networks)('localhost', { all, family: 4 }, (error, address) =>
        resolve({ error, address }),
      );
    });

  it.each([
    [true, [{ address: '127.0.0.1', family: 4 }]],
    [false, '127.0.0.1'],
  ])('returns a permitted address in the requested form (all: %s)', async (all, expected) => {
    const { error, address } = await look(['127.0.0.0/8'], all);

    expect(error).toBeNull();
    expect(address).toEqual(expected);
  });
});

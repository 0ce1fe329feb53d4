import { describe, expect, it } from 'vitest';
import {
  AddressRefused,
  guardedLookup,
  isAllowedAddress,
} from '../../lambdas/platform/outbound/public-address.ts';

describe('isAllowedAddress', () => {
  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12::1', 'fec0::1']],
    ['link-local and metadata', ['169.254.169.254', 'fe80::1', 'fd00:ec2::254']],
    ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
    ['unspecified and this network', ['0.0.0.0', '0.1.2.3', '::']],
    ['multicast and broadcast', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
    [
      'reserved, documentation and benchmarking',
      [
        '240.0.0.1',
        '192.0.0.192',
        '192.0.2.1',
        '198.18.0.1',
        '198.51.100.1',
        '203.0.113.9',
        '100::1',
        '2001:db8::1',
        '3fff::1',
      ],
    ],
    ['an IPv4 address in IPv6 dress', ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::7f00:1']],
    [
      'a tunnel or translation that may lead inside',
      ['2002:7f00:1::', '2002:a9fe:a9fe::', '64:ff9b::7f00:1', '64:ff9b:1::1', '2001::1'],
    ],
  ])('refuses %s', (_, addresses) => {
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

  it('refuses a name that resolves to an address which is not public', async () => {
    const { error } = await look([], true);

    expect(error).toBeInstanceOf(AddressRefused);
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

import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A destination that is refused because it is not on the public internet. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Whether we may connect to this address: public unicast ones, and those in the operator's list of networks
 * (CIDR notation). IPv4 addresses in IPv6 dress are judged by the IPv4 address.
 */
export function isAllowedAddress(address: string, allowedNetworks: readonly string[]): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'unicast') return true;
  return allowedNetworks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** Throws AddressRefused when the host is written as an address that we may not connect to: no lookup is made for those. */
export function refuseLiteralAddress(hostname: string, allowedNetworks: readonly string[]): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowedAddress(address, allowedNetworks)) throw refused(address);
}

/** A lookup for node:http that gives only addresses we may connect to: judged at connect time, whatever DNS said before. */
export function guardedLookup(allowedNetworks: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      const forbidden = addresses.find(({ address }) => !isAllowedAddress(address, allowedNetworks));
      if (!first || forbidden) return callback(refused(forbidden?.address ?? hostname), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const refused = (address: string) => new AddressRefused(`The address ${address} is not public.`);

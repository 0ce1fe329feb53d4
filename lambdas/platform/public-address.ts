import type { LookupAddress, LookupOptions } from 'node:dns';
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
  if (parsed.range() === 'unicast' && isGlobal(parsed)) return true;
  return allowedNetworks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** Of IPv6, only this part was ever given to anybody; elsewhere, `::/96` for one leads to IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);

/** Throws AddressRefused when the host is written as an address that we may not connect to: no lookup is made for those. */
export function refuseLiteralAddress(hostname: string, allowedNetworks: readonly string[]): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowedAddress(address, allowedNetworks)) throw refused(address);
}

/** Looks all addresses of a name up. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup for node:http that gives only addresses we may connect to: judged at connect time, whatever DNS said before. */
export function guardedLookup(allowedNetworks: readonly string[], resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      const forbidden = addresses.find(({ address }) => !isAllowedAddress(address, allowedNetworks));
      if (!first || forbidden) return callback(refused(forbidden?.address ?? hostname), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const refused = (address: string) => new AddressRefused(`The address ${address} is not public.`);

import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A destination that is refused because it is not on the public internet. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Networks for special purposes: https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6. */
const RESERVED = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and other protocols, documentation, and 6to4, which may route to any IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** The only assigned part of IPv6; other parts hold NAT64 and more prefixes that route to IPv4 addresses. */
const GLOBAL_IPV6 = networks(['2000::/3']);

/** IPv4-mapped IPv6 addresses, which are checked as IPv4 addresses. */
const MAPPED_IPV4 = networks(['::ffff:0:0/96']);

/** Whether the service may connect to an address: public unicast, and those in the operator's networks (CIDR). */
export function isAllowedAddress(address: string, allowedNetworks: readonly string[]): boolean {
  // An address with a zone is link-local.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const isUnicast =
    family === 'ipv4' || GLOBAL_IPV6.check(address, family) || MAPPED_IPV4.check(address, family);
  return (isUnicast && !RESERVED.check(address, family)) || networks(allowedNetworks).check(address, family);
}

function networks(list: readonly string[]): BlockList {
  const block = new BlockList();
  for (const network of list) {
    const [base = '', bits = ''] = network.split('/');
    block.addSubnet(base, Number(bits), isIP(base) === 4 ? 'ipv4' : 'ipv6');
  }
  return block;
}

/** Throws AddressRefused if the host is a literal address that is refused: those cause no lookup. */
export function refuseLiteralAddress(hostname: string, allowedNetworks: readonly string[]): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowedAddress(address, allowedNetworks)) throw refused(address);
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup for node:http that returns only permitted addresses. It checks at connect time, whatever DNS returned before. */
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

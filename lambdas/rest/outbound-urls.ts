import type { Fault } from '../domain/errors.ts';
import { AddressRefused, refuseLiteralAddress } from '../runtime/outbound/public-address.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** The fields of bodies that hold URLs which we call. */
const URLS = new Set(['url', 'context_endpoint']);

/** The fields of bodies that hold records with such fields; what is in others is the user's own affair. */
const HOLDERS = new Set(['config', 'webhook', 'prompt', 'actions', 'agent', 'inbound_agent']);

/**
 * The faults of URLs in a body whose host is written as an address that we may not connect to. It looks at the body before it was
 * validated. Names are looked up, and their addresses judged, when they are called.
 */
export function faultsOfUrls(body: unknown): Fault[] {
  const allowedNetworks = readVariable(OUTBOUND_ALLOWED_NETWORKS);
  return faultsIn(body, ['body'], allowedNetworks);
}

function faultsIn(value: unknown, loc: readonly string[], allowedNetworks: readonly string[]): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...loc, key];
    if (URLS.has(key) && typeof inner === 'string') return faultOfUrl(inner, path, allowedNetworks);
    return HOLDERS.has(key) || Array.isArray(value) ? faultsIn(inner, path, allowedNetworks) : [];
  });
}

function faultOfUrl(text: string, loc: readonly string[], allowedNetworks: readonly string[]): Fault[] {
  const url = URL.parse(text);
  if (!url) return [];
  try {
    refuseLiteralAddress(url.hostname, allowedNetworks);
    return [];
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return [{ loc, msg: 'The URL must lead to a public address.', type: 'address_not_public' }];
  }
}

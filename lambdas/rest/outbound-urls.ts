import { AddressRefused, refuseLiteralAddress } from '../runtime/outbound/public-address.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import type { Fault } from './errors.ts';

/** Fields of bodies with URLs that we request. */
const URLS = new Set(['url', 'context_endpoint']);

/** Fields of bodies with records that have such fields; other fields are free. */
const HOLDERS = new Set(['config', 'webhook', 'prompt', 'actions', 'agent', 'inbound_agent']);

/**
 * The faults of URLs whose host is an address that we may not connect to. It reads the body before validation. Host
 * names are resolved and checked when the URL is requested.
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

import { DomainError } from '../domain/errors.ts';

/** Versions of the interface, oldest first; where they differ, an operation says so. */
export const API_VERSIONS = ['2023-08', '2024-08'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version of a request that names none. */
export const DEFAULT_API_VERSION = '2024-08' satisfies ApiVersion;

/** Reads the header `Api-Version`; throws for a version that there is not. */
export function apiVersionOf(given: string | undefined): ApiVersion {
  if (given === undefined) return DEFAULT_API_VERSION;
  const known = API_VERSIONS.find((version) => version === given.trim());
  if (known) return known;
  const msg = `There is no such version. Must be one of: ${API_VERSIONS.join(', ')}.`;
  throw new DomainError('bad_request', [{ loc: ['header', 'api-version'], msg, type: 'unknown_version' }]);
}

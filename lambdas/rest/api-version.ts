import { ApiError } from './errors.ts';

/** Versions of the API, oldest first. An operation documents where they differ. */
export const API_VERSIONS = ['2023-08', '2024-08', '2026-11'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version of a request without the header. */
export const DEFAULT_API_VERSION = '2024-08' satisfies ApiVersion;

export const isSince = (version: ApiVersion, since: ApiVersion): boolean =>
  API_VERSIONS.indexOf(version) >= API_VERSIONS.indexOf(since);

/** Parses the header `Api-Version`; throws if the version does not exist. */
export function apiVersionOf(given: string | undefined): ApiVersion {
  if (given === undefined) return DEFAULT_API_VERSION;
  const known = API_VERSIONS.find((version) => version === given.trim());
  if (known) return known;
  const msg = `This version does not exist. Must be one of: ${API_VERSIONS.join(', ')}.`;
  throw new ApiError('bad_request', [{ loc: ['header', 'api-version'], msg, type: 'unknown_version' }]);
}

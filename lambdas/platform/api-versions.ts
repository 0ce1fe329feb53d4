/** Versions of the API, oldest first. Operations document their differences; docs/api.md names the clients. */
export const API_VERSIONS = ['2023-08', '2024-08', '2024-08-27', '2026-11'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version of a request that names none, with a token that pins none. */
export const DEFAULT_API_VERSION = '2024-08' satisfies ApiVersion;

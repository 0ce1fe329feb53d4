import * as z from 'zod/mini';
import { API_VERSIONS, type ApiVersion, DEFAULT_API_VERSION } from '../platform/api-versions.ts';
import { ApiError } from './errors.ts';

export const isSince = (version: ApiVersion, since: ApiVersion): boolean =>
  API_VERSIONS.indexOf(version) >= API_VERSIONS.indexOf(since);

/** Parses the header `Api-Version`, or the version that the token pins; throws if it does not exist. */
export function apiVersionOf(versionText: string | undefined): ApiVersion {
  if (versionText === undefined) return DEFAULT_API_VERSION;
  const existingVersion = API_VERSIONS.find((version) => version === versionText.trim());
  if (existingVersion) return existingVersion;
  const msg = `This version does not exist. Must be one of: ${API_VERSIONS.join(', ')}.`;
  throw new ApiError('bad_request', [{ loc: ['header', 'api-version'], msg, type: 'unknown_version' }]);
}

/** Whether an answer has full agents rather than compact ones. */
export const hasAgentsInFull = (
  version: ApiVersion,
  { byDefault }: { readonly byDefault: boolean },
): boolean => (version === DEFAULT_API_VERSION ? byDefault : isSince(version, '2024-08-27'));

interface AnswersByVersion<A = z.ZodMiniType, B = A, C = A, D = A> {
  readonly '2023-08': A;
  readonly '2024-08': B;
  readonly '2024-08-27'?: D;
  readonly '2026-11': C;
}

const answersByVersion = new WeakMap<z.ZodMiniType, AnswersByVersion>();

/** The schema of an answer that differs between versions. @default for `2024-08-27`: that of `2026-11` */
export function answerByVersion<
  A extends z.ZodMiniType,
  B extends z.ZodMiniType,
  C extends z.ZodMiniType,
  D extends z.ZodMiniType = C,
>(of: AnswersByVersion<A, B, C, D>) {
  const any = z.union([of['2023-08'], of['2024-08'], of['2026-11'], of['2024-08-27'] ?? of['2026-11']]);
  answersByVersion.set(any, of);
  return any;
}

export function answerOf(schema: z.ZodMiniType, version: ApiVersion): z.ZodMiniType {
  const of = answersByVersion.get(schema);
  return of?.[version] ?? of?.['2026-11'] ?? schema;
}

import * as z from 'zod/mini';
import { id } from '../../../domain/fields.ts';
import { versionNumber } from '../../../domain/records/version-split.ts';
import { ApiError } from '../../../rest/errors.ts';
import { numberFromText } from '../../../rest/query/query-values.ts';

/** The query that selects a version: the id of its agent, and its number. */
export const versionQuery = z.lazy(() =>
  z.strictObject({ id, version: z.pipe(numberFromText, versionNumber) }),
);

export const noSuchVersion = () =>
  new ApiError('not_found', [
    {
      loc: ['query', 'version'],
      msg: 'No agent with this id has a version with this number.',
      type: 'not_found',
    },
  ]);

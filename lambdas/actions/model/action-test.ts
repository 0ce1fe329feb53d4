import * as z from 'zod/mini';
import { freeFormObject } from '../../platform/fields.ts';
import { referenceOr } from '../../platform/reference.ts';
import { inputExternal } from './action.ts';

export const actionTestInput = z.lazy(() =>
  z.strictObject({ action: referenceOr(inputExternal()), arguments: z._default(freeFormObject, {}) }),
);

const headers = () => z.record(z.string(), z.string());

export const testAnswer = z.lazy(() =>
  z.object({ status: z.int(), headers: headers(), body: z.string(), ms: z.int() }),
);
export type TestAnswer = z.infer<typeof testAnswer>;

export const actionTest = z.lazy(() =>
  z.object({
    request: z.object({ url: z.string(), method: z.literal('POST'), headers: headers(), body: z.string() }),
    response: z.nullable(testAnswer),
    error: z.nullable(z.string()),
  }),
);

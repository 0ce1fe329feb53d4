import { z } from 'zod';
import { HttpError } from './http-error.ts';

/** Parses the JSON body of a control request. Throws a 422 with location and reason if it is invalid. */
export function parseJsonBody<T>(body: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new HttpError(422, { message: 'The body is not JSON.' });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new HttpError(422, { message: z.prettifyError(parsed.error) });
  return parsed.data;
}

import * as z from 'zod/mini';
import { tryParseJson } from '../domain/parse-json.ts';

export function cursorText(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export const cursorOf = <S extends z.ZodMiniType>(position: S) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }): z.output<S> => {
      const { success, data } = position.safeParse(tryParseJson(Buffer.from(text, 'base64url').toString()));
      if (success) return data;
      issues.push({ ...MALFORMED_CURSOR, input: text });
      return z.NEVER;
    }),
  );

export const MALFORMED_CURSOR = { code: 'invalid_format', format: 'cursor' } as const;

import * as z from 'zod/mini';

export const warning = z.lazy(() =>
  z.object({ loc: z.array(z.string()), msg: z.string(), type: z.enum(['no_effect']) }),
);
export type Warning = z.infer<typeof warning>;

export const warningField = () => ({ warnings: z.optional(z.array(warning)) });

import { z } from 'zod';

/** The vendor accepts true and false for any and none. */
const interruptible = z
  .union([z.boolean(), z.enum(['none', 'dtmf', 'speech', 'any'])])
  .transform((value) => (value === true ? 'any' : value === false ? 'none' : value));

/** A message of the application to the relay. Anything else is malformed (the vendor's 64107). */
export const applicationFrameSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean().default(false),
    lang: z.string().optional(),
    interruptible: interruptible.optional(),
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9*#wW]+$/) }),
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.string().optional() }),
]);
export type ApplicationFrame = z.infer<typeof applicationFrameSchema>;

/** Parses a frame of the application. Returns undefined if it is malformed. */
export function parseApplicationFrame(text: string): ApplicationFrame | undefined {
  try {
    return applicationFrameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

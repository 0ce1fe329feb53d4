import * as z from 'zod/mini';

/** What answered an outbound call. `unknown`: nothing was heard yet, or a long speech that shows nothing. */
export const answeredBy = z.enum([
  'human',
  'voicemail',
  'screener',
  'menu',
  'hold',
  'unavailable',
  'unknown',
]);
export type AnsweredBy = z.infer<typeof answeredBy>;

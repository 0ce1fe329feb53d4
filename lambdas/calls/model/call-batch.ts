import * as z from 'zod/mini';
import { id, phoneNumber, stringMap, time, warningField } from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { sharedCallFields } from './call.ts';
import { contactLocation } from './law/dial-decision.ts';

const MAX_RECIPIENTS = 1000;

export const callRecipient = z.lazy(() =>
  z.strictObject({
    to_number: phoneNumberInput,
    context: z.optional(z.nullable(stringMap)),
    scheduled_at: z.optional(z.nullable(time())),
    contact_location: z.optional(z.nullable(contactLocation)),
  }),
);

const batchTo = <S extends z.ZodMiniType>(recipient: S) =>
  z.strictObject({
    ...sharedCallFields(),
    recipients: z.array(recipient).check(z.minLength(1), z.maxLength(MAX_RECIPIENTS)),
    allow_repeated: z._default(z.boolean(), false),
  });

/** The body of a batch request. For errors per recipient, recipients are accepted in any form here. */
export const callBatchInput = z.lazy(() =>
  batchTo(
    z.pipe(
      callRecipient,
      z.transform((recipient): unknown => recipient),
    ),
  ),
);

export const callBatchInCommon = z.lazy(() => batchTo(z.unknown()));

export const callBatchResult = z.lazy(() =>
  z.union([
    z.object({ to_number: phoneNumber, id }),
    z.object({
      to_number: z.nullable(z.string()),
      error: z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() }),
    }),
  ]),
);
export type CallBatchResult = z.infer<typeof callBatchResult>;

export const callBatch = z.lazy(() => z.object({ results: z.array(callBatchResult), ...warningField() }));

/** Seconds for which a batch without a key is recognised by its body: a client's retries are over by then. */
const REPEAT_SECONDS = 600;

/** How the same batch is refused, unless it placed no call. http/idempotency.ts decides which bodies are the same. */
export const REPEATED_BATCH = {
  seconds: REPEAT_SECONDS,
  msg: `This batch already placed calls within the last ${REPEAT_SECONDS / 60} minutes; list your calls, or send an Idempotency-Key to place them again.`,
  type: 'repeated_batch',
  isOf: ({ results }: z.infer<typeof callBatch>) => results.some((result) => 'id' in result),
} as const;

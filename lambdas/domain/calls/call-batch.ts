import * as z from 'zod/mini';
import { id, phoneNumber, stringMap, time } from '../fields.ts';
import { placing } from './call.ts';

/** Most calls that one request may place. */
const MAX_RECIPIENTS = 1000;

/** Whom a call of a batch is to, and what is special about it. */
export const callRecipient = z.lazy(() =>
  z.strictObject({
    to_number: phoneNumber,
    context: z.optional(z.nullable(stringMap)),
    scheduled_at: z.optional(z.nullable(time())),
  }),
);

const batchTo = <S extends z.ZodMiniType>(recipient: S) =>
  z.strictObject({
    ...placing(),
    recipients: z.array(recipient).check(z.minLength(1), z.maxLength(MAX_RECIPIENTS)),
  });

/** What a user sends to place many calls; as what comes of it recipients are whatever was sent. */
export const callBatchInput = z.lazy(() =>
  batchTo(
    z.pipe(
      callRecipient,
      z.transform((recipient): unknown => recipient),
    ),
  ),
);

/** The same, before each recipient is checked against its schema. */
export const callBatchInCommon = z.lazy(() => batchTo(z.unknown()));

/** What became of one recipient of a batch, in whose order they are. */
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

/** What became of a batch. */
export const callBatch = z.lazy(() => z.object({ results: z.array(callBatchResult) }));

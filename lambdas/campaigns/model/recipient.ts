import * as z from 'zod/mini';
import { contactLocation } from '../../calls/model/law/dial-decision.ts';
import { id, phoneNumber, stringMap, utcTime } from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';

const MAX_INLINE = 1000;

/** Most rows of a file, and recipients of a campaign in all. */
export const MAX_ROWS = 100_000;
export const MAX_RECIPIENTS = 1_000_000;

export const noRoomFor = (more: number) =>
  `A campaign may have at most ${MAX_RECIPIENTS} recipients; this one has no room for ${more} more.`;

export const recipientInput = z.lazy(() =>
  z.strictObject({
    to_number: phoneNumberInput,
    /** Numbers that are called in turn after the first. */
    further_numbers: z.optional(z.array(phoneNumberInput).check(z.maxLength(4))),
    context: z.optional(z.nullable(stringMap)),
    contact_location: z.optional(z.nullable(contactLocation)),
  }),
);
export type RecipientInput = z.infer<typeof recipientInput>;

export const recipients = <Row extends z.ZodMiniType>(row: Row) =>
  z.optional(z.array(row).check(z.minLength(1), z.maxLength(MAX_INLINE)));

/** A recipient as the document shows it; it is accepted in any form. */
export const documentedRecipient = () =>
  z.pipe(
    recipientInput,
    z.transform((input): unknown => input),
  );

export const attempt = z.object({
  call_id: id,
  number: phoneNumber,
  at: utcTime(),
  result: z.optional(z.string()),
});
export type Attempt = z.infer<typeof attempt>;

export const recipientState = z.enum(['waiting', 'calling', 'done']);

const fields = () => ({
  /** From 1, in the order of the file or of the request. */
  line: z.int(),
  to_number: phoneNumber,
  further_numbers: z.optional(z.array(phoneNumber)),
  context: z.optional(z.nullable(stringMap)),
  contact_location: z.optional(z.nullable(contactLocation)),
  state: recipientState,
  attempts: z.array(attempt),
  outcome: z.optional(z.string()),
  /** Why the recipient is not called any more, or waits. */
  reason: z.optional(z.string()),
  /** The rule of the law that the reason is about. */
  rule: z.optional(z.string()),
});

/** The last call of the recipient that was seen: if it is missing, it was deleted. */
const known_call = z.optional(z.string());

/** The recipient as it is stored. It is due at `reconcile_at`: for its next attempt, or a look at its call. */
export const storedRecipient = z.lazy(() =>
  z.object({ ...fields(), reconcile_at: z.optional(z.string()), source: z.string(), known_call }),
);
export type StoredRecipient = z.infer<typeof storedRecipient>;

export const recipient = z.lazy(() => z.object({ ...fields(), due_at: z.optional(utcTime()) }));

export const refusedRecipient = z.lazy(() =>
  z.object({ line: z.int(), to_number: z.nullable(z.string()), msg: z.string(), type: z.string() }),
);
export type RefusedRecipient = z.infer<typeof refusedRecipient>;

/** A row of a file or request: a recipient, or why it is none. */
export type RecipientRow = { readonly line: number; readonly input: RecipientInput } | RefusedRecipient;

/** What comes next for a recipient: a time, or the end. */
export type Next = { readonly reason?: string; readonly rule?: string } & (
  | { readonly dueAt: Date }
  | { readonly outcome: string }
);

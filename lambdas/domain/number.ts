import * as z from 'zod/mini';
import { telephonyConnection } from './account-connection.ts';
import { compactAgent, expandedAgent } from './agent.ts';
import { freeFormObject, id, ownerFields, phoneNumber, text } from './fields.ts';
import { telephonyProvider } from './telephony-provider.ts';

/** Fields of a number that its owner sets. */
const settings = () => ({
  label: z._default(text(200), ''),
  outbound_only: z._default(z.boolean(), false),
  example_context: z._default(z.nullable(freeFormObject), null),
});

/** A telephone number that a user holds or held, related records by id. */
export const number = z.lazy(() =>
  z.object({
    ...ownerFields,
    ...settings(),
    number: phoneNumber,
    active: z.boolean(),
    inbound_agent: z.nullable(id),
    telephony_provider: telephonyProvider,
    telephony_account_connection: z.nullable(id),
  }),
);

/** The number as it is stored. */
export const storedNumber = z.lazy(() =>
  z.object({
    ...ownerFields,
    ...settings(),
    number: phoneNumber,
    active: z.boolean(),
    inbound_agent: z.nullable(id),
    telephony_provider: telephonyProvider,
    telephony_account_connection: z.nullable(id),
    /** The vendor's identifier of the number. */
    vendor_sid: z.string(),
    /** Brought along by its owner: not ours to give back to the vendor. */
    linked: z.boolean(),
    /** It is yet to be given back to the vendor, at this time (ISO 8601) or later. */
    settle_at: z.optional(z.string()),
  }),
);
export type StoredNumber = z.infer<typeof storedNumber>;

/** The number with its agent in compact form. */
export const compactNumber = z.lazy(() =>
  z.object({
    ...ownerFields,
    inbound_agent: z.nullable(compactAgent),
    number: phoneNumber,
    active: z.boolean(),
  }),
);
export type CompactNumber = z.infer<typeof compactNumber>;

/** The number with its related records in it. */
export const expandedNumber = z.lazy(() =>
  z.object({
    ...ownerFields,
    ...settings(),
    number: phoneNumber,
    active: z.boolean(),
    inbound_agent: z.nullable(expandedAgent),
    telephony_provider: telephonyProvider,
    telephony_account_connection: z.nullable(telephonyConnection),
  }),
);
export type ExpandedNumber = z.infer<typeof expandedNumber>;

/** The number as the list of the older version shows it. */
export const olderNumber = z.lazy(() =>
  z.object({ ...ownerFields, inbound_agent: z.nullable(id), number: phoneNumber, active: z.boolean() }),
);

/** What a new number begins with. */
export const newNumberSettings = z.lazy(() => z.object(settings()));

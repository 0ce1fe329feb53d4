import * as z from 'zod/mini';
import { freeFormObject, id, ownerFields, phoneNumber, readOnlyFields, text } from '../fields.ts';
import { telephonyProvider } from '../telephony-provider.ts';
import { telephonyConnection } from './account-connection.ts';
import { agentUpdate, compactAgent, expandedAgent, inlineAgentInput } from './agent.ts';
import { patchOf } from './patch.ts';
import { referenceOr } from './reference.ts';

/** Fields of a number that its owner sets. */
const settings = () => ({
  label: z._default(text(200), ''),
  outbound_only: z._default(z.boolean(), false),
  example_context: z._default(z.nullable(freeFormObject), null),
});

/** The agent of a new number: one by its id, the settings of a new one, or a new one with our defaults. */
const inboundAgent = () =>
  z.optional(z.nullable(z.union([referenceOr(inlineAgentInput), z.literal('default')])));

/** What a user sends to buy a number. */
export const numberPurchaseInput = z.lazy(() =>
  z.strictObject({
    area_code: z.optional(z.nullable(z.string().check(z.regex(/^[2-9]\d{2}$/)))),
    telephony_provider: z.optional(z.nullable(telephonyProvider)),
    telephony_account_connection: z.optional(z.nullable(id)),
    inbound_agent: inboundAgent(),
  }),
);

/** What a user sends to bring a number along. */
export const numberLinkInput = z.lazy(() =>
  z.strictObject({
    ...readOnlyFields,
    phone_number: phoneNumber,
    telephony_account_connection: id,
    outbound_only: z._default(z.boolean(), false),
    inbound_agent: inboundAgent(),
  }),
);
export type InboundAgentInput = z.infer<typeof numberLinkInput>['inbound_agent'];

/** What a user sends to update a number; settings without an `id` are those of the agent that it has, or of a new one. */
export const numberUpdate = z.lazy(() =>
  patchOf(() => ({ ...settings(), inbound_agent: z.nullable(referenceOr(agentUpdate)) })),
);

/** What an update gives of a number's agent. */
export const inboundAgentUpdate = z.lazy(() => z.optional(z.nullable(referenceOr(agentUpdate))));

const numberFields = () => ({
  ...ownerFields,
  ...settings(),
  number: phoneNumber,
  active: z.boolean(),
  inbound_agent: z.nullable(id),
  telephony_provider: telephonyProvider,
  telephony_account_connection: z.nullable(id),
});

/** A telephone number that a user holds or held, related records by id. */
export const number = z.lazy(() => z.object(numberFields()));

/** The number as it is stored. */
export const storedNumber = z.lazy(() =>
  z.object({
    ...numberFields(),
    /** The vendor's identifier of the number. */
    vendor_sid: z.string(),
    /** Brought along by its owner: not ours to give back to the vendor. */
    linked: z.boolean(),
    /** The vendor is yet to be told what becomes of it or its calls, at this time (ISO 8601) or later. */
    settle_at: z.optional(z.string()),
    /** The quota of which it has a place; absent once the vendor has it back, and of one that was never counted. */
    counted_as: z.optional(z.enum(['numbers', 'own_numbers'])),
  }),
);
export type StoredNumber = z.infer<typeof storedNumber>;

/** Whether the service answers calls to the number. It does not for a linked number that is `outbound_only`. */
export const takesCalls = ({ active, linked, outbound_only }: StoredNumber): boolean =>
  active && !(linked && outbound_only);

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

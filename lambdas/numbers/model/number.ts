import * as z from 'zod/mini';
import {
  accountConnectionKind,
  telephonyConnection,
  telephonyProvider,
} from '../../account-connections/model/account-connection.ts';
import { agentKind, agentUpdate, expandedAgent, inlineAgentInput } from '../../agents/model/agent.ts';
import { agentVersionKind } from '../../agents/model/agent-version.ts';
import { compactAgent } from '../../agents/model/compact-agent.ts';
import { versionChoice, versionSplit } from '../../agents/model/version-split.ts';
import {
  freeFormObject,
  id,
  ownerFields,
  phoneNumber,
  readOnlyFields,
  text,
  warningField,
} from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { changeOr, referenceOr } from '../../platform/reference.ts';
import type { Kind } from '../../records/model/kind.ts';
import { areaCode } from './number-search.ts';

const settings = () => ({
  label: z._default(text(200), ''),
  outbound_only: z._default(z.boolean(), false),
  example_context: z._default(z.nullable(freeFormObject), null),
});

/** The agent of a new number: an id, the settings of a new agent, or `default` for the service's own; null for none. */
const inboundAgent = () => z.nullable(z.union([referenceOr(inlineAgentInput), z.literal('default')]));

/** The body of a number purchase. Like a linked number, it has the default agent unless the body says otherwise. */
export const numberPurchaseInput = z.lazy(() =>
  z.strictObject({
    area_code: z.optional(z.nullable(areaCode())),
    phone_number: z.optional(z.nullable(phoneNumberInput)),
    telephony_provider: z.optional(z.nullable(telephonyProvider)),
    telephony_account_connection: z.optional(z.nullable(id)),
    inbound_agent: z._default(inboundAgent(), 'default'),
  }),
);
export type NumberPurchase = z.infer<typeof numberPurchaseInput>;

export const numberLinkInput = z.lazy(() =>
  z.strictObject({
    ...readOnlyFields,
    phone_number: phoneNumberInput,
    telephony_account_connection: id,
    outbound_only: z._default(z.boolean(), false),
    inbound_agent: z._default(inboundAgent(), 'default'),
  }),
);
export type InboundAgentInput = z.infer<typeof numberLinkInput>['inbound_agent'];

/** The body of a number update. Agent settings without an `id` change the number's agent, or create one. */
export const numberUpdate = z.lazy(() =>
  patchOf(() => ({
    ...settings(),
    inbound_agent: z.nullable(changeOr(agentUpdate)),
    agent_version: z.nullable(versionChoice),
  })),
);

export const inboundAgentUpdate = z.lazy(() => z.optional(z.nullable(changeOr(agentUpdate))));
export const agentVersionUpdate = z.lazy(() => z.optional(z.nullable(versionChoice)));

/** The agent versions that callers of a number get; null for the published ones. */
const agentVersion = () => z._default(z.nullable(versionSplit), null);

const numberFields = () => ({
  ...ownerFields,
  ...settings(),
  number: phoneNumber,
  active: z.boolean(),
  inbound_agent: z.nullable(id),
  agent_version: agentVersion(),
  telephony_provider: telephonyProvider,
  telephony_account_connection: z.nullable(id),
});

export const number = z.lazy(() => z.object(numberFields()));

export const storedNumber = z.lazy(() =>
  z.object({
    ...numberFields(),
    agent_version: z.optional(z.nullable(versionSplit)),
    vendor_sid: z.string(),
    /** Whether the user linked it; a linked number is never released. */
    linked: z.boolean(),
    /** The ids of the versions that the number refers to. Each version counts the numbers that refer to it. */
    version_ids: z.optional(z.array(z.string())),
    /** When the number is next reconciled with the vendor (ISO 8601); absent if nothing is left to do. */
    reconcile_at: z.optional(z.string()),
    /** The quota for which the number counts; absent once the vendor has released it. */
    counted_as: z.optional(z.enum(['numbers', 'own_numbers'])),
  }),
);
export type StoredNumber = z.infer<typeof storedNumber>;

export const numberKind: Kind<StoredNumber> = {
  name: 'number',
  schema: storedNumber,
  references: {
    inbound_agent: agentKind,
    version_ids: agentVersionKind,
    telephony_account_connection: accountConnectionKind,
  },
};

/** Whether the service answers calls to the number. A linked number with `outbound_only` is not answered. */
export const takesCalls = ({ active, linked, outbound_only }: StoredNumber): boolean =>
  active && !(linked && outbound_only);

export const compactNumber = z.lazy(() =>
  z.object({
    ...ownerFields,
    inbound_agent: z.nullable(compactAgent),
    number: phoneNumber,
    active: z.boolean(),
  }),
);
export type CompactNumber = z.infer<typeof compactNumber>;

export const expandedNumber = z.lazy(() =>
  z.object({
    ...numberFields(),
    inbound_agent: z.nullable(expandedAgent),
    telephony_account_connection: z.nullable(telephonyConnection),
    ...warningField(),
  }),
);
export type ExpandedNumber = z.infer<typeof expandedNumber>;

export const olderNumber = z.lazy(() =>
  z.object({ ...ownerFields, inbound_agent: z.nullable(id), number: phoneNumber, active: z.boolean() }),
);

export const newNumberSettings = z.lazy(() => z.object(settings()));

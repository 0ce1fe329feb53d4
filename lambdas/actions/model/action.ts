import * as z from 'zod/mini';
import {
  freeFormObject,
  id,
  integerBetween,
  outboundUrl,
  ownerFields,
  phoneNumber,
  readOnlyFields,
  requiredPrintableText,
  requiredText,
  utcTime,
  warningField,
} from '../../platform/fields.ts';
import { changesWithin, namedPatchOf, patchOf, type Shape } from '../../platform/patch.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { issueOfSchema } from '../../platform/schemas/safe-schema.ts';
import { secretOf, visibleFields } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';
import { issueOfMarks } from './marked-arguments.ts';

/** Whether a trigger is valid: a phrase may be any text, and keys must be keys of a telephone. */
const isPhraseOrKeys = (trigger: { readonly phrase: string; readonly conditions: readonly string[] }) =>
  !trigger.conditions.includes('phrase_condition_type_keys') || KEYS.test(trigger.phrase);

const empty = () => z._default(z.strictObject({}), {});

const functionCall = () =>
  z.strictObject({ type: z.literal('action_trigger_function_call'), config: empty() });
const phrase = () =>
  z.strictObject({
    type: z.literal('action_trigger_phrase_based'),
    config: z.strictObject({
      phrase_triggers: z
        .array(
          z
            .strictObject({
              phrase: requiredText(200),
              conditions: z
                .array(z.enum(['phrase_condition_type_contains', 'phrase_condition_type_keys']))
                .check(z.minLength(1), z.maxLength(1)),
            })
            .check(
              z.refine(isPhraseOrKeys, { path: ['phrase'], error: 'Keys must be 1 to 32 of 0-9, * and #.' }),
            ),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
  });

const byFunctionCall = () => ({
  action_trigger: z._default(functionCall(), { type: 'action_trigger_function_call' as const, config: {} }),
});
const functionCallOrPhrase = () => z.discriminatedUnion('type', [functionCall(), phrase()]);
const byFunctionCallOrPhrase = () => ({
  action_trigger: z._default(functionCallOrPhrase(), {
    type: 'action_trigger_function_call' as const,
    config: {},
  }),
});

/** The phone-number schema of a stored action, or of a request. */
type PhoneNumber = typeof phoneNumber | typeof phoneNumberInput;

/** How a person who picks up is asked before they are connected: see calls/transfer/plan.ts. */
export const warmTransfer = (number: PhoneNumber = phoneNumber) =>
  z.strictObject({
    further_phone_numbers: z._default(z.array(number).check(z.maxLength(4)), []),
    whisper: z.optional(z.nullable(requiredPrintableText(300))),
    ring_seconds: z._default(integerBetween(5, 60), 20),
    max_seconds: z._default(integerBetween(15, 300), 120),
  });

const transferCall = (number: PhoneNumber = phoneNumber) => ({
  type: z.literal('action_transfer_call'),
  config: z.strictObject({
    phone_number: number,
    warm_transfer: z.optional(z.nullable(warmTransfer(number))),
  }),
  ...byFunctionCallOrPhrase(),
});
const endConversation = () => ({
  type: z.literal('action_end_conversation'),
  config: empty(),
  ...byFunctionCallOrPhrase(),
});
const setHold = () => ({ type: z.literal('action_set_hold'), config: empty(), ...byFunctionCallOrPhrase() });
const dtmf = () => ({ type: z.literal('action_dtmf'), config: empty(), ...byFunctionCall() });
const addToConference = (number: PhoneNumber = phoneNumber) => ({
  type: z.literal('action_add_to_conference'),
  config: z.strictObject({ phone_number: number, place_primary_on_hold: z._default(z.boolean(), true) }),
  ...byFunctionCallOrPhrase(),
});
/** Most UTF-16 code units of a text message: five segments of plain letters, or ten of others. */
export const MAX_TEXT = 640;

const sendText = () => ({
  type: z.literal('action_send_text'),
  config: z._default(z.strictObject({ text: z._default(z.nullable(requiredText(MAX_TEXT)), null) }), {
    text: null,
  }),
  ...byFunctionCall(),
});
const scheduleCallback = () => ({
  type: z.literal('action_schedule_callback'),
  config: empty(),
  ...byFunctionCall(),
});
const inputSchema = () =>
  freeFormObject.check((context) => {
    const issue = issueOfSchema(context.value) ?? issueOfMarks(context.value);
    if (issue === undefined) return;
    const { value: input } = context;
    context.issues.push({ code: 'custom', input, path: [...issue.path], message: issue.msg });
  });

const signatureSecret = () =>
  z.optional(secretOf('actions', z.base64().check(z.minLength(1), z.maxLength(200))));

const external = (schema = freeFormObject) => ({
  type: z.literal('action_external'),
  config: z.strictObject({
    name: requiredText(64),
    description: requiredText(2000),
    url: outboundUrl,
    input_schema: schema,
    speak_on_send: z.boolean(),
    speak_on_receive: z.boolean(),
    confirm: z.optional(z.boolean()),
    idempotent: z.optional(z.boolean()),
    signature_secret: signatureSecret(),
    processing_mode: z.optional(z.enum(['muted'])),
  }),
  ...byFunctionCall(),
});

/** Names of HTTP headers that the service itself sets, or that concern the connection. */
const OWN_HEADER =
  /^(accept.*|connection|content-.*|cookie|expect|host|idempotency-key|keep-alive|mcp-.*|te|trailer|transfer-encoding|upgrade|user-agent|webhook-.*|x-action-signature)$/i;

const secretHeaders = () =>
  z
    .record(
      z.string().check(
        z.regex(/^[A-Za-z0-9-]{1,64}$/, 'The name of a header has 1 to 64 letters, digits and dashes.'),
        z.refine((name) => !OWN_HEADER.test(name), 'The service sets this header itself.'),
      ),
      secretOf('actions', z.string().check(z.regex(/^[\x21-\x7e]([\x20-\x7e]{0,1998}[\x21-\x7e])?$/))),
    )
    .check(
      z.refine((headers) => Object.keys(headers).length <= 10, 'At most 10 headers are allowed.'),
      z.meta({ maxProperties: 10 }),
    );

const mcp = (schema = freeFormObject) => ({
  type: z.literal('action_mcp'),
  config: z.strictObject({
    url: outboundUrl,
    headers: z._default(secretHeaders(), {}),
    name: requiredText(128),
    description: z.optional(requiredText(2000)),
    input_schema: z.optional(schema),
    speak_on_send: z._default(z.boolean(), false),
    speak_on_receive: z._default(z.boolean(), true),
    confirm: z.optional(z.boolean()),
    idempotent: z.optional(z.boolean()),
    signature_secret: signatureSecret(),
  }),
  ...byFunctionCall(),
});

const inputTransferCall = () => z.strictObject({ ...readOnlyFields, ...transferCall(phoneNumberInput) });
const inputEndConversation = () => z.strictObject({ ...readOnlyFields, ...endConversation() });
const inputDtmf = () => z.strictObject({ ...readOnlyFields, ...dtmf() });

export const inputExternal = () => z.strictObject({ ...readOnlyFields, ...external(inputSchema()) });

export const olderActionInput = z.lazy(() =>
  z.discriminatedUnion('type', [inputTransferCall(), inputEndConversation(), inputDtmf()]),
);

export const actionInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    inputTransferCall(),
    inputEndConversation(),
    inputDtmf(),
    z.strictObject({ ...readOnlyFields, ...setHold() }),
    z.strictObject({ ...readOnlyFields, ...addToConference(phoneNumberInput) }),
    z.strictObject({ ...readOnlyFields, ...sendText() }),
    z.strictObject({ ...readOnlyFields, ...scheduleCallback() }),
    inputExternal(),
    z.strictObject({ ...readOnlyFields, ...mcp(inputSchema()) }),
  ]),
);
export type ActionInput = z.infer<typeof actionInput>;

// @__NO_SIDE_EFFECTS__
function patchOfKind(shape: () => Shape & { readonly config: z.ZodMiniType }) {
  return patchOf(() => ({ ...shape(), config: changesWithin(shape().config) }));
}

export const actionPatches = {
  action_transfer_call: patchOfKind(() => transferCall(phoneNumberInput)),
  action_end_conversation: patchOfKind(endConversation),
  action_set_hold: patchOfKind(setHold),
  action_dtmf: patchOfKind(dtmf),
  action_add_to_conference: patchOfKind(() => addToConference(phoneNumberInput)),
  action_send_text: patchOfKind(sendText),
  action_schedule_callback: patchOfKind(scheduleCallback),
  action_external: patchOfKind(() => external(inputSchema())),
  action_mcp: patchOfKind(() => mcp(inputSchema())),
};

export const actionUpdate = z.lazy(() => z.union(Object.values(actionPatches)));

export const actionChange = namedPatchOf(() => ({
  type: actionType,
  config: z.union([
    changesWithin(addToConference(phoneNumberInput).config),
    changesWithin(sendText().config),
    changesWithin(external(inputSchema()).config),
    changesWithin(mcp(inputSchema()).config),
  ]),
  ...byFunctionCallOrPhrase(),
}));

export const action = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...ownerFields, ...transferCall(), ...warningField() }),
    z.object({ ...ownerFields, ...endConversation(), ...warningField() }),
    z.object({ ...ownerFields, ...setHold(), ...warningField() }),
    z.object({ ...ownerFields, ...dtmf(), ...warningField() }),
    z.object({ ...ownerFields, ...addToConference(), ...warningField() }),
    z.object({ ...ownerFields, ...sendText(), ...warningField() }),
    z.object({ ...ownerFields, ...scheduleCallback(), ...warningField() }),
    z.object({ ...ownerFields, ...external(), ...warningField() }),
    z.object({ ...ownerFields, ...mcp(), ...warningField() }),
  ]),
);
export type Action = z.infer<typeof action>;

export const actionKind: Kind<Action> = {
  name: 'action',
  schema: action,
  quota: 'actions',
  changedWithin: ['config'],
};

/** Whether an action sends requests to a server of the user. */
export const isRequest = <A extends { readonly type: string }>(
  action: A,
): action is A & { readonly type: 'action_external' | 'action_mcp' } =>
  action.type === 'action_external' || action.type === 'action_mcp';

export const originOf = (url: unknown): string | undefined => URL.parse(String(url))?.origin;

/** Adds the signing secret to an action that sends requests: 32 random bytes in base64, unless one was given. */
export function withSignatureSecret<A extends ActionInput | Action>(
  source: A,
  randomBytes: (size: number) => Buffer,
): A {
  if (source.type !== 'action_external' && source.type !== 'action_mcp') return source;
  if (source.config.signature_secret !== undefined) return source;
  return { ...source, config: { ...source.config, signature_secret: randomBytes(32).toString('base64') } };
}

export const actionType = z.enum([
  'action_transfer_call',
  'action_end_conversation',
  'action_set_hold',
  'action_dtmf',
  'action_add_to_conference',
  'action_send_text',
  'action_schedule_callback',
  'action_external',
  'action_mcp',
]);

const compactFields = () => ({
  ...ownerFields,
  type: actionType,
  config: z.record(z.string(), z.unknown()),
});

export const compactAction = z.lazy(() => z.object(compactFields()));
export type CompactAction = z.infer<typeof compactAction>;

/** The action in a call, with its trigger. Without a stored trigger, a function call triggers it. */
export const callAction = z.lazy(() =>
  z.object({ ...compactFields(), action_trigger: z.optional(functionCallOrPhrase()) }),
);
export type CallAction = z.infer<typeof callAction>;

/** The config fields that the compact form shows, by kind; never a secret. */
const configsView = {
  action_transfer_call: z.lazy(() => transferCall().config),
  action_end_conversation: z.lazy(() => endConversation().config),
  action_set_hold: z.lazy(() => setHold().config),
  action_dtmf: z.lazy(() => dtmf().config),
  action_add_to_conference: z.lazy(() => addToConference().config),
  action_send_text: z.lazy(() => sendText().config),
  action_schedule_callback: z.lazy(() => scheduleCallback().config),
  action_external: z.lazy(() => z.omit(external().config, { signature_secret: true })),
  action_mcp: z.lazy(() => z.omit(mcp().config, { signature_secret: true, headers: true })),
} as const satisfies Readonly<Record<Action['type'], z.ZodMiniType>>;

export function toCompactAction({ id, user_id, type, config }: CompactAction): CompactAction {
  return { id, user_id, type, config: visibleFields(configsView[type], config) };
}

export function toCallAction({ id, user_id, type, config, action_trigger }: Action): CallAction {
  return { id, user_id, type, config, action_trigger };
}

export const actionRun = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
  }),
);
export type ActionRun = z.infer<typeof actionRun>;

export const actionTaken = z.lazy(() =>
  z.object({
    action_id: z.nullable(id),
    type: actionType,
    input: z.record(z.string(), z.unknown()),
    output: z.record(z.string(), z.unknown()),
    timestamp: utcTime(),
    after_messages: z.int(),
  }),
);
export type ActionTaken = z.infer<typeof actionTaken>;

export const MAX_KEYS = 32;

export const KEYS = /^[0-9*#]{1,32}$/;

export const dtmfInput = () =>
  z.strictObject({
    terminator: z._default(z.enum(['#', '*', 'none']), '#'),
    /** Seconds without another key after which an entry ends. */
    timeout_seconds: z._default(integerBetween(1, 10), 2),
    max_length: z._default(integerBetween(1, MAX_KEYS), MAX_KEYS),
  });
export type DtmfInput = z.infer<ReturnType<typeof dtmfInput>>;

import * as z from 'zod';
import * as accountConnections from '../../lambdas/account-connections/model/settings.ts';
import * as agentTests from '../../lambdas/agent-tests/model/settings.ts';
import * as agents from '../../lambdas/agents/model/settings.ts';
import * as callLaw from '../../lambdas/calls/model/law/settings.ts';
import * as calls from '../../lambdas/calls/model/settings.ts';
import * as conversation from '../../lambdas/conversation/model/settings.ts';
import * as deliveries from '../../lambdas/deliveries/model/settings.ts';
import * as http from '../../lambdas/http/settings.ts';
import * as numbers from '../../lambdas/numbers/model/settings.ts';
import * as outbound from '../../lambdas/platform/outbound/settings.ts';
import type { Setting } from '../../lambdas/platform/variables/setting.ts';
import * as rehearsals from '../../lambdas/rehearsals/model/settings.ts';
import * as usage from '../../lambdas/usage/model/settings.ts';
import * as vectorDatabases from '../../lambdas/vector-databases/model/settings.ts';
import * as llm from '../../lambdas/vendors/llm/settings.ts';
import * as speech from '../../lambdas/vendors/speech/settings.ts';
import * as vendor from '../../lambdas/vendors/telephony/settings.ts';
import * as voices from '../../lambdas/voices/model/settings.ts';
import { whole } from './values.ts';

/** The settings that functions read, in the groups of the configuration; nouns' `settings.ts` declare them. */
export const NOUN_SETTINGS = {
  ...outbound,
  ...http,
  telephony: {
    ...vendor.telephony,
    ...pick(
      calls,
      'ringSeconds',
      'reconcileSeconds',
      'reconcileConcurrency',
      'detectMachines',
      'noiseReduction',
      'speechBackups',
      'refusal',
    ),
    ...pick(conversation, 'maxCallSeconds'),
    ...accountConnections,
    ...numbers,
  },
  ...pick(calls, 'recordings'),
  ...pick(callLaw, 'law'),
  calls: {
    ...usage,
    ...pick(calls, 'perSecondPerAccount', 'analysesPerMinute'),
    ...pick(conversation, 'maxSilenceSeconds', 'maxMenuSilenceSeconds'),
    ...agents,
    ...rehearsals,
    ...agentTests,
    ...voices,
  },
  webhooks: { ...deliveries },
  ...llm,
  ...speech,
  ...vectorDatabases,
};

/** Some settings of a noun, in a type that keeps their descriptions. */
function pick<Settings extends object, Name extends keyof Settings>(settings: Settings, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>;
}

const isSetting = (value: object): value is Setting<unknown> => 'codec' in value;

/** Each setting with its path in the configuration. */
export function placesOf(
  group: object,
  path: readonly string[] = [],
): (readonly [setting: Setting<unknown>, path: readonly string[]])[] {
  return Object.entries(group).flatMap(([name, each]) =>
    isSetting(each) ? [[each, [...path, name]] as const] : placesOf(each, [...path, name]),
  );
}

export function defaultsOf(group: object): Record<string, unknown> {
  const defaultOf = (each: object) => (isSetting(each) ? each.default : defaultsOf(each));
  return Object.fromEntries(Object.entries(group).map(([name, each]) => [name, defaultOf(each)]));
}

type ValueOf<Of> = Of extends Setting<infer Value> ? NonNullable<Value> : never;
type Mutable<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;
type SchemaOf<Of> =
  Of extends Setting<infer Value>
    ? undefined extends Value
      ? z.ZodExactOptional<z.ZodType<ValueOf<Of>, ValueOf<Of>>>
      : z.ZodType<Mutable<Value>, Mutable<Value>>
    : z.ZodObject<SchemasOf<Of>, z.core.$strict>;
type SchemasOf<Group> = { [Name in keyof Group]: SchemaOf<Group[Name]> };

/** The schemas of settings for the configuration, in a type that keeps their descriptions. */
export function schemasOf<Group extends object>(group: Group): SchemasOf<Group> {
  const schemas = Object.entries(group).map(([name, each]) => [
    name,
    isSetting(each) ? schemaOf(each) : z.strictObject(schemasOf(each)),
  ]);
  return Object.fromEntries(schemas) as SchemasOf<Group>;
}

function schemaOf({ default: usual, least, most, values, check }: Setting<unknown>): z.ZodType {
  if (usual === undefined) return z.string().exactOptional();
  if (least !== undefined) return whole(least, most);
  if (values) return z.enum(values);
  const type = typeOf(usual, check?.rule);
  return check ? type.refine((value) => check.isRight(value), check.rule) : type;
}

function typeOf(value: unknown, rule: string | undefined): z.ZodType {
  if (Array.isArray(value)) return z.array(typeOf(value[0], rule));
  if (typeof value === 'number') return z.number(rule);
  if (typeof value === 'object') return z.record(z.string(), z.unknown());
  return typeof value === 'boolean' ? z.boolean() : z.string();
}

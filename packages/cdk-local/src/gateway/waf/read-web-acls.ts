import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';

const transformations = z.array(z.strictObject({ Priority: z.number(), Type: z.literal('NONE') })).min(1);

/** The limit and window that AWS WAF takes: https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-high-level-settings.html */
const rate = {
  Limit: z.number().int().min(10).max(2_000_000_000),
  EvaluationWindowSec: z.union([z.literal(60), z.literal(120), z.literal(300), z.literal(600)]).default(300),
};

const statement = z.discriminatedUnion('AggregateKeyType', [
  z.strictObject({ AggregateKeyType: z.literal('IP'), ...rate }),
  z.strictObject({
    AggregateKeyType: z.literal('CUSTOM_KEYS'),
    ...rate,
    CustomKeys: z
      .array(
        z.strictObject({
          Header: z.strictObject({ Name: z.string(), TextTransformations: transformations }),
        }),
      )
      .length(1),
  }),
]);

const rule = z.object({
  Name: z.string(),
  Priority: z.number().int(),
  Statement: z.strictObject({ RateBasedStatement: statement }),
  Action: z.strictObject({
    Block: z.strictObject({
      CustomResponse: z
        .strictObject({
          ResponseCode: z.number().int().min(200).max(599),
          CustomResponseBodyKey: z.string().optional(),
          ResponseHeaders: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]),
        })
        .optional(),
    }),
  }),
});

const acl = z.object({
  Scope: z.literal('REGIONAL'),
  DefaultAction: z.strictObject({ Allow: z.strictObject({}) }),
  CustomResponseBodies: z
    .record(z.string(), z.strictObject({ ContentType: z.literal('APPLICATION_JSON'), Content: z.string() }))
    .default({}),
  Rules: z.array(rule).default([]),
});

const association = z.object({ WebACLArn: z.string(), ResourceArn: z.string() });

/** A rule that counts requests by address, or by the value of a header. */
export interface RateRule {
  readonly name: string;
  /** Lower-case name of the header; undefined: by address. */
  readonly header: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
  /** Undefined for the gateway response WAF_FILTERED. */
  readonly response: BlockedResponse | undefined;
}

/** The response of a rule. */
export interface BlockedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The rules of the web ACL in front of a stage, in their order; none without a web ACL. Throws for an unsupported rule. */
export function rulesOfStage(resources: Resources, apiId: string, stage: string): readonly RateRule[] {
  const path = `/restapis/${apiId}/stages/${stage}`;
  const [associated] = resources
    .filter(({ type }) => type === 'AWS::WAFv2::WebACLAssociation')
    .map((resource) => readProperties(resource, association))
    .filter(({ ResourceArn }) => ResourceArn.endsWith(`::${path}`));
  if (!associated) return [];
  const resource = resources.find(
    ({ type, attributes }) => type === 'AWS::WAFv2::WebACL' && attributes.Arn === associated.WebACLArn,
  );
  if (!resource) throw new Error(`There is no web ACL ${associated.WebACLArn} for ${path}.`);
  return readRules(resource);
}

function readRules(resource: Resource): readonly RateRule[] {
  const { Rules, CustomResponseBodies } = readProperties(resource, acl);
  return Rules.sort((a, b) => a.Priority - b.Priority).map(({ Name, Statement, Action }) => {
    const { RateBasedStatement: rated } = Statement;
    const custom = Action.Block.CustomResponse;
    const body = custom?.CustomResponseBodyKey;
    if (body !== undefined && !CustomResponseBodies[body])
      throw new Error(`${nameOf(resource)}: the rule ${Name} names no body of the web ACL: ${body}`);
    return {
      name: Name,
      header: 'CustomKeys' in rated ? rated.CustomKeys[0]?.Header.Name.toLowerCase() : undefined,
      limit: rated.Limit,
      windowMs: rated.EvaluationWindowSec * 1000,
      response: custom && {
        status: custom.ResponseCode,
        headers: [
          ['Content-Type', 'application/json'],
          ...custom.ResponseHeaders.map(({ Name: name, Value }) => [name, Value] as const),
        ],
        body: body === undefined ? '' : (CustomResponseBodies[body]?.Content ?? ''),
      },
    };
  });
}

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

const block = z.strictObject({
  Block: z.strictObject({
    CustomResponse: z
      .strictObject({
        ResponseCode: z.number().int().min(200).max(599),
        CustomResponseBodyKey: z.string().optional(),
        ResponseHeaders: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]),
      })
      .optional(),
  }),
});

/** The pattern of a header. AWS WAF takes at most 200 characters of PCRE: https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-regex-match.html */
const headerMatch = z.strictObject({
  RegexString: z.string().min(1).max(200),
  FieldToMatch: z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
  TextTransformations: transformations,
});

const named = { Name: z.string(), Priority: z.number().int() };

const rule = z.union([
  z.object({ ...named, Statement: z.strictObject({ RateBasedStatement: statement }), Action: block }),
  z.object({ ...named, Statement: z.strictObject({ RegexMatchStatement: headerMatch }), Action: block }),
  z.object({
    ...named,
    Statement: z.strictObject({ ManagedRuleGroupStatement: z.object({ VendorName: z.string() }) }),
  }),
]);

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
export interface RateRule extends BlockingRule {
  /** Lower-case name of the header; undefined: by address. */
  readonly header: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

/** A rule that blocks requests by the value of a header. */
export interface HeaderRule extends BlockingRule {
  /** Lower-case name. */
  readonly header: string;
  readonly pattern: RegExp;
}

/** A rule of a web ACL. */
export type WebAclRule = RateRule | HeaderRule;

interface BlockingRule {
  readonly name: string;
  /** Undefined for the gateway response WAF_FILTERED. */
  readonly response: BlockedResponse | undefined;
}

/** The response of a rule. */
export interface BlockedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/**
 * The rules of the web ACL in front of a stage, in their order; none without a web ACL. Managed rule groups, whose rules are not
 * public, are left out. Throws for another unsupported rule.
 */
export function rulesOfStage(resources: Resources, apiId: string, stage: string): readonly WebAclRule[] {
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

function readRules(resource: Resource): readonly WebAclRule[] {
  const { Rules, CustomResponseBodies } = readProperties(resource, acl);
  return Rules.sort((a, b) => a.Priority - b.Priority).flatMap((each): WebAclRule[] => {
    if (!('Action' in each)) return [];
    const { Name: name, Statement, Action } = each;
    const response = responseOf(Action, {
      bodies: CustomResponseBodies,
      owner: `${nameOf(resource)}: the rule ${name}`,
    });
    if ('RegexMatchStatement' in Statement) {
      const { RegexString, FieldToMatch } = Statement.RegexMatchStatement;
      const header = FieldToMatch.SingleHeader.Name.toLowerCase();
      return [{ name, response, header, pattern: new RegExp(RegexString) }];
    }
    const { RateBasedStatement: rated } = Statement;
    const header = 'CustomKeys' in rated ? rated.CustomKeys[0]?.Header.Name.toLowerCase() : undefined;
    return [{ name, response, header, limit: rated.Limit, windowMs: rated.EvaluationWindowSec * 1000 }];
  });
}

function responseOf(
  { Block: { CustomResponse: custom } }: z.infer<typeof block>,
  {
    bodies,
    owner,
  }: {
    readonly bodies: Readonly<Record<string, { readonly Content: string } | undefined>>;
    readonly owner: string;
  },
): BlockedResponse | undefined {
  if (!custom) return undefined;
  const key = custom.CustomResponseBodyKey;
  const body = key === undefined ? '' : bodies[key]?.Content;
  if (body === undefined) throw new Error(`${owner} names no body of the web ACL: ${key}`);
  return {
    status: custom.ResponseCode,
    headers: [
      ['Content-Type', 'application/json'],
      ...custom.ResponseHeaders.map(({ Name, Value }) => [Name, Value] as const),
    ],
    body,
  };
}

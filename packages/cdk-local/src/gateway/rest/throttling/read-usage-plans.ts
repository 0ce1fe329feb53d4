import * as z from 'zod';
import type { Rate } from '../../../limits/token-bucket.ts';
import { nameOf, readProperties } from '../../../template/properties.ts';
import type { Resource, Resources } from '../../../template/resource.ts';

const KeyProperties = z.object({
  Enabled: z.boolean().default(false),
  /** A key needs a value: those that API Gateway generates are unknown here. */
  Value: z.string().min(20).max(128).optional(),
});

/** Supports neither quotas nor limits of single methods. */
const PlanProperties = z.object({
  ApiStages: z
    .array(
      z.strictObject({
        ApiId: z.string(),
        Stage: z.string(),
        // The CDK writes an empty one.
        Throttle: z.strictObject({}).optional(),
      }),
    )
    .default([]),
  Throttle: z
    .strictObject({ RateLimit: z.coerce.number().optional(), BurstLimit: z.coerce.number().optional() })
    .optional(),
  Quota: z.undefined().optional(),
});

const PlanKeyProperties = z.object({
  KeyId: z.string(),
  KeyType: z.literal('API_KEY'),
  UsagePlanId: z.string(),
});

/** A key in a plan. It stands for one client, whose requests to all stages of the plan are counted together. */
export interface PlanKey {
  /** Undefined if the plan has no throttle. */
  readonly throttle: Rate | undefined;
}

/** The keys of a stage, by their values. */
export type PlanKeys = ReadonlyMap<string, PlanKey>;

/**
 * Reads the API keys that the usage plans permit, by `<API>/<stage>`. Throws for a plan with a quota or with limits of
 * methods, for two keys with one value, and for a key that is twice in the plans of a stage:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
 */
export function readUsagePlans(resources: Resources): (apiId: string, stage: string) => PlanKeys {
  const of = (type: string) => resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const values = readValues(of('ApiKey'));
  const byStage = new Map<string, Map<string, PlanKey>>();
  for (const plan of of('UsagePlan')) {
    const { ApiStages, Throttle } = readProperties(plan, PlanProperties);
    const keys = of('UsagePlanKey').map((resource) => readProperties(resource, PlanKeyProperties));
    for (const { KeyId } of keys.filter(({ UsagePlanId }) => UsagePlanId === plan.ref)) {
      const value = values.get(KeyId);
      // A disabled key counts as missing.
      if (value === undefined) continue;
      const key = { throttle: rateOf(plan, Throttle) };
      for (const { ApiId, Stage } of ApiStages)
        add(byStage, { place: `${ApiId}/${Stage}`, value, key, plan });
    }
  }
  return (apiId, stage) => byStage.get(`${apiId}/${stage}`) ?? new Map();
}

/** The values of enabled keys, by their ids. */
function readValues(keys: readonly Resource[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const resource of keys) {
    const { Enabled, Value } = readProperties(resource, KeyProperties);
    if (!Enabled) continue;
    if (Value === undefined)
      throw new Error(`${nameOf(resource)}: it needs a Value, so that it is known here`);
    if ([...values.values()].includes(Value))
      throw new Error(`${nameOf(resource)}: another API key has this value`);
    values.set(resource.ref, Value);
  }
  return values;
}

function rateOf(
  plan: Resource,
  throttle: { RateLimit?: number | undefined; BurstLimit?: number | undefined } | undefined,
): Rate | undefined {
  if (!throttle) return undefined;
  const { RateLimit: rate, BurstLimit: burst } = throttle;
  if (rate === undefined || burst === undefined)
    throw new Error(`${nameOf(plan)}: its throttle needs a rate and a burst`);
  return { rate, burst };
}

function add(
  byStage: Map<string, Map<string, PlanKey>>,
  added: {
    readonly place: string;
    readonly value: string;
    readonly key: PlanKey;
    readonly plan: Resource;
  },
): void {
  const { place, value, key, plan } = added;
  const keys = byStage.get(place) ?? new Map<string, PlanKey>();
  if (keys.has(value)) throw new Error(`${nameOf(plan)}: one of its keys is in another plan of ${place}`);
  byStage.set(place, keys.set(value, key));
}

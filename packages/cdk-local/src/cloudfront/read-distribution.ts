import * as z from 'zod';
import { findResource } from '../aws/protocol/find-resource.ts';
import { LOCAL_ARN } from '../template/identities.ts';
import { nameOf, readProperties } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';
import { type EdgeFunction, readEdgeFunction } from './edge-function.ts';
import { type Headers, readResponseHeaders } from './response-headers.ts';

export type Origin =
  | { readonly kind: 'bucket'; readonly bucket: Resource }
  /** An API of the stacks, served here without its stage. */
  | { readonly kind: 'api' };

export interface Behaviour {
  /** `*` stands for any characters, and `?` for one. */
  readonly pattern: string;
  readonly origin: Origin;
  readonly methods: readonly string[];
  /** Forwards all headers except `Host`, cookies and queries to the origin, or else none of them. */
  readonly forwardsAll: boolean;
  readonly onRequest: EdgeFunction | undefined;
  /** Headers of responses that replace the origin's. */
  readonly setHeaders: Headers;
}

export interface Distribution {
  readonly arn: string;
  readonly behaviours: readonly Behaviour[];
}

/** AllViewerExceptHostHeader: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const association = z.object({
  EventType: z.literal('viewer-request', 'the local runtime runs functions at viewer-request'),
  FunctionARN: z.string(),
});

const behaviourSchema = z.strictObject({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  OriginRequestPolicyId: z
    .literal(ALL_BUT_HOST, 'the local runtime knows AllViewerExceptHostHeader')
    .optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z.array(association).max(1).default([]),
  // Nothing is cached or compressed on a laptop.
  CachePolicyId: z.unknown().optional(),
  CachedMethods: z.unknown().optional(),
  Compress: z.unknown().optional(),
});

const originSchema = z.object({ Id: z.string(), DomainName: z.string() });

const distributionSchema = z.object({
  DistributionConfig: z.strictObject({
    Enabled: z.literal(true),
    DefaultCacheBehavior: behaviourSchema,
    CacheBehaviors: z.array(behaviourSchema).default([]),
    Origins: z.array(originSchema),
    // Has no meaning on a laptop.
    Aliases: z.unknown().optional(),
    Comment: z.unknown().optional(),
    HttpVersion: z.unknown().optional(),
    IPV6Enabled: z.unknown().optional(),
    PriceClass: z.unknown().optional(),
    ViewerCertificate: z.unknown().optional(),
    WebACLId: z.unknown().optional(),
  }),
});

/** The distribution of the stacks, if there is one. Throws for a second one, and for unsupported properties. */
export function readDistribution(resources: Resources): Distribution | undefined {
  const [resource, second] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  if (second) throw new Error(`${nameOf(second)}: the local runtime serves one distribution`);
  if (!resource) return undefined;
  const { DistributionConfig: config } = readProperties(resource, distributionSchema);
  const parts = { resource, resources, origins: config.Origins };
  const behaviours = [...config.CacheBehaviors, config.DefaultCacheBehavior].map((each) =>
    behaviourOf(each, parts),
  );
  return { arn: resource.attributes[LOCAL_ARN] ?? '', behaviours };
}

interface Parts {
  readonly resource: Resource;
  readonly resources: Resources;
  readonly origins: readonly z.infer<typeof originSchema>[];
}

function behaviourOf(behaviour: z.infer<typeof behaviourSchema>, parts: Parts): Behaviour {
  const { PathPattern, TargetOriginId, ResponseHeadersPolicyId: policyId } = behaviour;
  const { resource, resources } = parts;
  const found = (type: string, id: string | undefined): Resource | undefined => {
    const one = id === undefined ? undefined : findResource(resources, type, id);
    if (id !== undefined && !one) throw new Error(`${nameOf(resource)}: there is no ${type} ${id}`);
    return one;
  };
  const edgeFunction = found('AWS::CloudFront::Function', behaviour.FunctionAssociations[0]?.FunctionARN);
  const policy = found('AWS::CloudFront::ResponseHeadersPolicy', policyId);
  return {
    pattern: PathPattern.replace(/^(?!\/)/, '/'),
    origin: originOf(TargetOriginId, parts),
    methods: behaviour.AllowedMethods,
    forwardsAll: behaviour.OriginRequestPolicyId !== undefined,
    onRequest: edgeFunction && readEdgeFunction(edgeFunction),
    setHeaders: readResponseHeaders(policy),
  };
}

function originOf(id: string, { resource, resources, origins }: Parts): Origin {
  const host = origins.find(({ Id }) => Id === id)?.DomainName ?? '';
  const bucket = resources.find(
    ({ type, attributes }) => type === 'AWS::S3::Bucket' && attributes.RegionalDomainName === host,
  );
  if (bucket) return { kind: 'bucket', bucket };
  const isApi = resources.some(
    ({ type, ref }) => type === 'AWS::ApiGateway::RestApi' && host.startsWith(`${ref}.execute-api.`),
  );
  if (isApi) return { kind: 'api' };
  throw new Error(`${nameOf(resource)}: the origin ${host} is neither a bucket nor a REST API of the stacks`);
}

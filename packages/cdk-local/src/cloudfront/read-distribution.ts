import * as z from 'zod';
import { findResource } from '../aws/protocol/find-resource.ts';
import { nameOf, readProperties } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';
import { type EdgeFunction, readEdgeFunction } from './edge-function.ts';

/** What a distribution does with requests for one of its origins. */
export interface Behaviour {
  readonly methods: readonly string[];
  readonly onRequest: EdgeFunction;
  /** Headers of responses that replace the origin's. */
  readonly setHeaders: Readonly<Record<string, string>>;
}

/** A distribution with the files of a bucket, and with a REST API of the stacks at the paths with a prefix. */
export interface Distribution {
  readonly bucket: string;
  readonly files: Behaviour;
  readonly api: Behaviour & { readonly prefix: string };
}

const association = z.object({
  EventType: z.literal('viewer-request', 'the local runtime runs functions at viewer-request'),
  FunctionARN: z.string(),
});
const ofFiles = z.strictObject({
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.string(),
  FunctionAssociations: z.tuple([association]),
  ResponseHeadersPolicyId: z.string(),
  // Nothing is cached or compressed on a laptop.
  CachePolicyId: z.string(),
  Compress: z.boolean(),
});
const ofApi = ofFiles.extend({
  PathPattern: z.string().regex(/^\/[\w/-]*\*$/, 'the local runtime knows prefixes of paths'),
  AllowedMethods: z.array(z.string()),
  /** AllViewerExceptHostHeader: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
  OriginRequestPolicyId: z.literal('b689b0a8-53d0-40ab-baf2-68738e2966ac'),
});

const distributionSchema = z.object({
  DistributionConfig: z.object({
    Enabled: z.literal(true),
    DefaultCacheBehavior: ofFiles,
    CacheBehaviors: z.tuple([ofApi]),
    Origins: z.array(z.object({ Id: z.string(), DomainName: z.string() })),
    CustomErrorResponses: z.never('the local runtime knows no error pages').optional(),
    DefaultRootObject: z.never('the local runtime knows no default root object').optional(),
  }),
});

/** The distribution of the stacks, if there is one. Throws for a second one, and for unsupported properties. */
export function readDistribution(resources: Resources): Distribution | undefined {
  const [resource, second] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  if (second) throw new Error(`${nameOf(second)}: the local runtime serves one distribution`);
  if (!resource) return undefined;
  const { DistributionConfig: config } = readProperties(resource, distributionSchema);
  const { DefaultCacheBehavior: files, CacheBehaviors } = config;
  const [api] = CacheBehaviors;
  const originOf = ({ TargetOriginId }: z.infer<typeof ofFiles>, type: string) => {
    const host = config.Origins.find(({ Id }) => Id === TargetOriginId)?.DomainName ?? '';
    const origin = resources.find(
      (each) =>
        each.type === type &&
        (each.ref === host.split('.')[0] || each.attributes.RegionalDomainName === host),
    );
    if (!origin) throw new Error(`${nameOf(resource)}: the origin ${host} is no ${type} of the stacks`);
    return origin;
  };
  originOf(api, 'AWS::ApiGateway::RestApi');
  return {
    bucket: originOf(files, 'AWS::S3::Bucket').ref,
    files: { methods: ['GET', 'HEAD'], ...readBehaviour(files, resources) },
    api: {
      methods: api.AllowedMethods,
      prefix: api.PathPattern.slice(0, -1),
      ...readBehaviour(api, resources),
    },
  };
}

function readBehaviour(
  { FunctionAssociations: [{ FunctionARN }], ResponseHeadersPolicyId }: z.infer<typeof ofFiles>,
  resources: Resources,
): Omit<Behaviour, 'methods'> {
  const found = (type: string, id: string): Resource => {
    const one = findResource(resources, type, id);
    if (!one) throw new Error(`The distribution refers to the ${type} ${id}, which does not exist`);
    return one;
  };
  const policy = found('AWS::CloudFront::ResponseHeadersPolicy', ResponseHeadersPolicyId);
  return {
    onRequest: readEdgeFunction(found('AWS::CloudFront::Function', FunctionARN)),
    setHeaders: readProperties(policy, headersPolicy),
  };
}

const override = { Override: z.literal(true, 'the local runtime replaces headers of the origin only') };

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html */
const headersPolicy = z
  .object({
    ResponseHeadersPolicyConfig: z.strictObject({
      Name: z.string(),
      SecurityHeadersConfig: z.strictObject({
        ContentSecurityPolicy: z.object({ ...override, ContentSecurityPolicy: z.string() }),
        ContentTypeOptions: z.object(override),
        FrameOptions: z.object({ ...override, FrameOption: z.string() }),
        ReferrerPolicy: z.object({ ...override, ReferrerPolicy: z.string() }),
        StrictTransportSecurity: z.strictObject({
          ...override,
          AccessControlMaxAgeSec: z.number(),
          IncludeSubdomains: z.literal(true),
        }),
      }),
      CustomHeadersConfig: z.object({
        Items: z.array(z.object({ ...override, Header: z.string().toLowerCase(), Value: z.string() })),
      }),
    }),
  })
  .transform(
    ({ ResponseHeadersPolicyConfig: { SecurityHeadersConfig: security, CustomHeadersConfig: custom } }) => ({
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': security.FrameOptions.FrameOption,
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
      ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
    }),
  );

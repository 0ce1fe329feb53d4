import * as z from 'zod';
import { readProperties } from '../template/properties.ts';
import type { Resource } from '../template/resource.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

const isTrue = z.boolean().default(false);
const override = { Override: z.literal(true, 'the local runtime replaces headers of the origin only') };

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html */
const policySchema = z.object({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z.object({ ...override, ContentSecurityPolicy: z.string() }),
        ContentTypeOptions: z.object(override),
        FrameOptions: z.object({ ...override, FrameOption: z.string() }),
        ReferrerPolicy: z.object({ ...override, ReferrerPolicy: z.string() }),
        StrictTransportSecurity: z.object({
          ...override,
          AccessControlMaxAgeSec: z.number(),
          IncludeSubdomains: isTrue,
          Preload: isTrue,
        }),
      })
      .partial()
      .default({}),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ ...override, Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
  }),
});

/** The headers that an AWS::CloudFront::ResponseHeadersPolicy sets. */
export function readResponseHeaders(policy: Resource | undefined): Headers {
  if (!policy) return {};
  const { ResponseHeadersPolicyConfig: config } = readProperties(policy, policySchema);
  const {
    ContentSecurityPolicy: csp,
    ContentTypeOptions: types,
    FrameOptions: frames,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: hsts,
  } = config.SecurityHeadersConfig;
  const custom = config.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]);
  return {
    ...(csp && { 'content-security-policy': csp.ContentSecurityPolicy }),
    ...(types && { 'x-content-type-options': 'nosniff' }),
    ...(frames && { 'x-frame-options': frames.FrameOption }),
    ...(referrer && { 'referrer-policy': referrer.ReferrerPolicy }),
    ...(hsts && { 'strict-transport-security': lifeOf(hsts) }),
    ...Object.fromEntries(custom),
  };
}

type Config = z.infer<typeof policySchema>['ResponseHeadersPolicyConfig']['SecurityHeadersConfig'];

function lifeOf(hsts: NonNullable<Config['StrictTransportSecurity']>): string {
  const parts = [
    `max-age=${hsts.AccessControlMaxAgeSec}`,
    ...(hsts.IncludeSubdomains ? ['includeSubDomains'] : []),
    ...(hsts.Preload ? ['preload'] : []),
  ];
  return parts.join('; ');
}

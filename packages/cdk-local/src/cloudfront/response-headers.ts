import * as z from 'zod';
import { readProperties } from '../template/properties.ts';
import type { Resource } from '../template/resource.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export type SetHeaders = (headers: Headers) => Headers;

const isTrue = z.boolean().default(false);
const override = { Override: z.boolean() };

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
    RemoveHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string() })) })
      .default({ Items: [] }),
  }),
});

interface SetHeader {
  readonly name: string;
  readonly value: string;
  /** Whether it replaces the origin's header. */
  readonly overrides: boolean;
}

/** Reads an AWS::CloudFront::ResponseHeadersPolicy. Without one, headers stay as they are. */
export function readResponseHeaders(policy: Resource | undefined): SetHeaders {
  if (!policy) return (headers) => headers;
  const { ResponseHeadersPolicyConfig: config } = readProperties(policy, policySchema);
  const removed = config.RemoveHeadersConfig.Items.map(({ Header }) => Header.toLowerCase());
  const set = [
    ...securityHeaders(config.SecurityHeadersConfig),
    ...customHeaders(config.CustomHeadersConfig),
  ];
  return (headers) => {
    const kept = Object.entries(headers).filter(([name]) => !removed.includes(name));
    const changed: Record<string, string | readonly string[]> = Object.fromEntries(kept);
    for (const { name, value, overrides } of set)
      if (overrides || changed[name] === undefined) changed[name] = value;
    return changed;
  };
}

type Config = z.infer<typeof policySchema>['ResponseHeadersPolicyConfig'];

function securityHeaders(config: Config['SecurityHeadersConfig']): SetHeader[] {
  const {
    ContentSecurityPolicy: csp,
    ContentTypeOptions: types,
    FrameOptions: frames,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: hsts,
  } = config;
  const header = (name: string, value: string | undefined, part: { Override: boolean } | undefined) =>
    part && value !== undefined ? [{ name, value, overrides: part.Override }] : [];
  return [
    ...header('content-security-policy', csp?.ContentSecurityPolicy, csp),
    ...header('x-content-type-options', 'nosniff', types),
    ...header('x-frame-options', frames?.FrameOption, frames),
    ...header('referrer-policy', referrer?.ReferrerPolicy, referrer),
    ...header('strict-transport-security', hsts && lifeOf(hsts), hsts),
  ];
}

function lifeOf(hsts: NonNullable<Config['SecurityHeadersConfig']['StrictTransportSecurity']>): string {
  const parts = [
    `max-age=${hsts.AccessControlMaxAgeSec}`,
    ...(hsts.IncludeSubdomains ? ['includeSubDomains'] : []),
    ...(hsts.Preload ? ['preload'] : []),
  ];
  return parts.join('; ');
}

const customHeaders = ({ Items }: Config['CustomHeadersConfig']): SetHeader[] =>
  Items.map(({ Header, Value, Override }) => ({
    name: Header.toLowerCase(),
    value: Value,
    overrides: Override,
  }));

import { describe, expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import staging from '../../support/environments/staging.ts';
import { DOMAINS, newStage, PAGES, stageTemplates } from '../../support/run/stage-templates.ts';
import type { Resource } from '../../support/run/templates.ts';

describe('an environment with the console and custom domains', () => {
  const stacks = stageTemplates({ ...staging, console: PAGES, domains: DOMAINS });
  const stack = stacks.Console;
  const all = (type: string) =>
    Object.values(stack?.findResources(type) ?? {}).map((each) => each.Properties);
  const [distribution] = all('AWS::CloudFront::Distribution');
  const { DefaultCacheBehavior: pages } = distribution.DistributionConfig;
  const policies = stack?.findResources('AWS::CloudFront::ResponseHeadersPolicy') ?? {};
  const headersOf = ({ ResponseHeadersPolicyId: { Ref } }: { ResponseHeadersPolicyId: { Ref: string } }) =>
    policies[Ref]?.Properties.ResponseHeadersPolicyConfig;
  const cspOf = (of: Parameters<typeof headersOf>[0]) => {
    const { ContentSecurityPolicy: text } = headersOf(of).SecurityHeadersConfig.ContentSecurityPolicy;
    const parts = typeof text === 'string' ? [text] : text['Fn::Join'][1];
    return parts.map((part: unknown) => (typeof part === 'string' ? part : '<bucket>')).join('') as string;
  };

  it('lets pages run no code but their own, and nobody frame them', () => {
    const csp = cspOf(pages);

    expect(csp).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(csp).toContain("connect-src 'self'");
    expect(csp).toMatch(/media-src 'self' https:\/\/<bucket>\//);
    expect(csp).not.toMatch(/manifest-src|blob:/);
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(csp).not.toMatch(/unsafe|https?:(?!\/\/<bucket>)|\*/);
    expect(headersOf(pages).SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
    });
  });

  it('lets pages hear the reader, and use no other feature of the browser', () => {
    const { Items } = headersOf(pages).CustomHeadersConfig;
    const policy = Items.find(({ Header }: { Header: string }) => Header === 'Permissions-Policy');

    expect(policy.Value).toMatch(/^(\w[\w-]+=\(\), )+microphone=\(self\)$/);
  });

  it.each([
    ['BASE_URL', 'https://api.example.com'],
    ['API_URL', 'https://api.example.com'],
    // The vendor signs the whole URL, so the function must know it exactly.
    ['CALLBACK_BASE_URL', 'https://calls.example.com'],
    ['RELAY_URL', 'wss://relay.example.com/relay'],
  ])('gives its domains to vendors and users as addresses: %s', (name, address) => {
    const functions = Object.values(stacks).flatMap((each) =>
      Object.values(each.findResources('AWS::Lambda::Function')),
    );

    const given = functions.flatMap(({ Properties }) => Properties.Environment?.Variables?.[name] ?? []);
    expect(new Set(given)).toEqual(new Set([address]));
  });
});

it.each([
  ['staging', staging],
  ['production without protection', { ...production, protectData: false }],
])('CloudFormation can delete %s, but for recordings and the log setting of the account', (_, config) => {
  const { stacks } = newStage({ ...config, console: PAGES }).stage.synth();
  const all = stacks.flatMap(({ template }): Resource[] =>
    Object.entries<Omit<Resource, 'id'>>(template.Resources).map(([id, each]) => ({ id, ...each })),
  );
  const cleaners = all.filter(({ Type }) => Type === 'Custom::S3AutoDeleteObjects');
  const emptied = cleaners.map(({ Properties }) => Properties.BucketName.Ref);
  const full = all.filter(({ Type, id }) => Type === 'AWS::S3::Bucket' && !emptied.includes(id));
  // Lambda deletes the versions of a function with it.
  const own = all.filter(({ Type }) => Type !== 'AWS::Lambda::Version');
  const kept = own.filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith('Retain'));

  expect(emptied).toHaveLength(1);
  expect(full.map(({ id }) => id)).toEqual([expect.stringMatching(/^RecordingsBucket/)]);
  expect(kept.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^ApiLoggingRole/),
    expect.stringMatching(/^ApiLoggingAccount/),
  ]);
  // The console's stack can be deleted alone.
  expect(JSON.stringify(stacks.map(({ template }) => template))).not.toContain('-Console:Exports');
  expect(stacks.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
  expect(all.filter(({ Properties }) => Properties?.DeletionProtectionEnabled)).toEqual([]);
});

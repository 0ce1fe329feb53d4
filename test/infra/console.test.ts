import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../lib/config/check-config.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { staging } from '../../lib/config/staging.ts';
import { EnvironmentStage } from '../../lib/environment-stage.ts';
import { projectContext } from '../../local/synthesize.ts';

const directory = mkdtempSync(join(tmpdir(), 'console-'));
writeFileSync(join(directory, 'index.js'), 'exports.handler = () => {};');
mkdirSync(join(directory, 'dist', 'assets'), { recursive: true });
writeFileSync(join(directory, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
writeFileSync(join(directory, 'dist', 'assets', 'main-1a2b3c4d.js'), 'document.title += "!";');
afterAll(() => rmSync(directory, { recursive: true }));

const PAGES = { directory: join(directory, 'dist') };
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const domain = { name: 'console.example.com', certificateArn: CERTIFICATE };

function synthesize(config: Partial<EnvironmentConfig>) {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true },
  });
  new EnvironmentStage(app, 'Staging', { config: { ...staging, ...config }, bundles: () => directory });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { stacks } = app.synth().getNestedAssembly('assembly-Staging');
  return new Map(stacks.map(({ stackName, template }) => [stackName, Template.fromJSON(template)]));
}

describe('an environment with the console', () => {
  // A finding of cdk-nag or of CloudFormation's own rules would fail the synthesis.
  const stack = synthesize({ console: PAGES }).get('Staging-Console');
  const all = (type: string) =>
    Object.values(stack?.findResources(type) ?? {}).map((each) => each.Properties);
  const [distribution] = all('AWS::CloudFront::Distribution');
  const {
    DefaultCacheBehavior: pages,
    CacheBehaviors: others,
    Origins: origins,
  } = distribution.DistributionConfig;
  const behaviour = (pattern: string) =>
    others.find(({ PathPattern }: { PathPattern: string }) => PathPattern === pattern);
  const policies = stack?.findResources('AWS::CloudFront::ResponseHeadersPolicy') ?? {};
  const headersOf = ({ ResponseHeadersPolicyId: { Ref } }: { ResponseHeadersPolicyId: { Ref: string } }) =>
    policies[Ref]?.Properties.ResponseHeadersPolicyConfig;
  const cspOf = (of: Parameters<typeof headersOf>[0]) => {
    const { ContentSecurityPolicy: text } = headersOf(of).SecurityHeadersConfig.ContentSecurityPolicy;
    const parts = typeof text === 'string' ? [text] : text['Fn::Join'][1];
    return parts.map((part: unknown) => (typeof part === 'string' ? part : '<bucket>')).join('') as string;
  };

  it('has its files in a bucket that only the distribution reads', () => {
    const [bucket] = all('AWS::S3::Bucket');
    const [{ PolicyDocument }] = all('AWS::S3::BucketPolicy') as [
      { PolicyDocument: { Statement: object[] } },
    ];
    const allowed = PolicyDocument.Statement.filter((each) => 'Effect' in each && each.Effect === 'Allow');

    expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(allowed).toEqual([
      expect.objectContaining({
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
      }),
    ]);
    expect(all('AWS::CloudFront::OriginAccessControl')).toMatchObject([
      { OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' } },
    ]);
  });

  it('has the pages and the API under one address', () => {
    const api = origins.find(({ Id }: { Id: string }) => Id === behaviour('/v1/*').TargetOriginId);

    expect(pages).toMatchObject({ Compress: true, ViewerProtocolPolicy: 'redirect-to-https' });
    expect(behaviour('/v1/*')).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST']),
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    expect(api).toMatchObject({
      OriginPath: '/live',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
  });

  it('lets pages run no code but their own, and nobody frame them', () => {
    const csp = cspOf(pages);

    expect(csp).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(csp).toContain("connect-src 'self'");
    expect(csp).toMatch(/media-src 'self' https:\/\/<bucket>\//);
    expect(csp).not.toMatch(/font-src|manifest-src|blob:/);
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

  it('keeps hashed files for a year and the page not at all, and deploys the page last', () => {
    const deployments = Object.entries(stack?.findResources('Custom::CDKBucketDeployment') ?? {});
    const [page] = deployments.filter(([, { Properties }]) => Properties.Include?.includes('index.html'));

    expect(
      deployments.map(([, { Properties: p }]) => [p.Include ?? p.Exclude, p.SystemMetadata['cache-control']]),
    ).toEqual([
      [['assets/*'], 'public, max-age=31536000, immutable'],
      [['assets/*', 'index.html', '.*'], 'public, max-age=3600'],
      [['index.html'], 'no-cache'],
    ]);
    expect(page?.[1].DependsOn).toEqual(expect.arrayContaining([expect.stringContaining('Others')]));
    expect(page?.[1].Properties.DistributionPaths).toEqual(['/*']);
  });
});

describe('the console at a domain of its own', () => {
  it.each([
    ['without the console', { domains: { console: domain } }, /domains.console must come with `console`/],
    [
      'with a certificate of another region',
      {
        console: PAGES,
        domains: { console: { ...domain, certificateArn: CERTIFICATE.replace('us-east-1', 'eu-west-1') } },
      },
      /domains.console.certificateArn must be the ARN of a certificate in us-east-1/,
    ],
    [
      'that an API has',
      { console: PAGES, domains: { console: domain, api: domain } },
      /domains must have another name for each/,
    ],
  ])('is refused %s', (_, changes, reason) => {
    expect(() => checkConfig({ ...staging, ...changes })).toThrow(reason);
  });
});

describe('a console that was not built', () => {
  it('is refused in one sentence that says what to do', () => {
    expect(() => synthesize({ console: { directory: join(directory, 'none') } })).toThrow(
      /^The console is not built: .*none has no index.html\. Run "npm run console:build", or leave `console` out of the configuration\.$/,
    );
  });
});

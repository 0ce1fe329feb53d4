import type { Domains, EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rules.ts';

const APIS = ['api', 'callbacks', 'relay'] as const;
const NAMED = [...APIS, 'console'] as const;

/** The region of CloudFront's certificates. */
export const CLOUDFRONT_REGION = 'us-east-1';

/** A host name of at least two labels, in lower case. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/**
 * The rules of custom domains. A certificate must be in the region of the API:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-regional-api-custom-domain-create.html.
 * That of the console must be in us-east-1:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html.
 * A WebSocket API shares no domain with a REST API:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-mappings.html
 */
export function domainRules({ domains, region, console: pages }: EnvironmentConfig): Rule[] {
  if (!domains) return [];
  const { hostedZone } = domains;
  const names = namesOf(domains);
  return [
    ...NAMED.flatMap((each) => {
      const domain = domains[each];
      const at = each === 'console' ? CLOUDFRONT_REGION : region;
      return domain ? rulesOf(`domains.${each}`, domain, { hostedZone, region: at }) : [];
    }),
    ['domains.console', !domains.console || pages !== undefined, 'must come with `console`'],
    [
      'domains',
      new Set(names).size === names.length,
      'must have another name for each: API Gateway maps one API to a name, and CloudFront shares none',
    ],
    [
      'domains.hostedZone',
      !hostedZone || NAMED.some((each) => domains[each]),
      'must come with a domain in it',
    ],
  ];
}

function rulesOf(
  path: string,
  { name, certificateArn }: NonNullable<Domains['api']>,
  { hostedZone, region }: { readonly hostedZone: Domains['hostedZone']; readonly region: string },
): Rule[] {
  return [
    [`${path}.name`, HOST.test(name), 'must be a host name in lower case, such as api.example.com'],
    [
      `${path}.name`,
      !hostedZone || !HOST.test(name) || name === hostedZone.name || name.endsWith(`.${hostedZone.name}`),
      'must be in domains.hostedZone; leave that out if the zone is kept elsewhere',
    ],
    [
      `${path}.certificateArn`,
      // Node.js does not check types: it may be missing.
      `${certificateArn}`.startsWith(`arn:aws:acm:${region}:`),
      `must be the ARN of a certificate in ${region}`,
    ],
  ];
}

const namesOf = (domains: Domains): string[] => NAMED.flatMap((each) => domains[each]?.name ?? []);

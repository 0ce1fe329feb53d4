import * as z from 'zod';
import type { Resources } from './resource.ts';

export interface MappedDomain {
  readonly place: string;
  readonly address: { readonly id: string; readonly stage: string };
}

const restMapping = z.object({
  DomainName: z.string(),
  RestApiId: z.string(),
  Stage: z.string(),
  BasePath: z.string().default(''),
});
const mapping = z.object({
  DomainName: z.string(),
  ApiId: z.string(),
  Stage: z.string(),
  ApiMappingKey: z.string().default(''),
});

/** The template's mappings of custom domains to stages. There is no DNS on a laptop: their URLs become local ones. */
export function mappedDomains(resources: Resources): MappedDomain[] {
  return resources.flatMap(({ type, properties }) => {
    if (type === 'AWS::ApiGateway::BasePathMapping') {
      const { DomainName, BasePath, RestApiId, Stage } = restMapping.parse(properties);
      return { place: placeOf(DomainName, BasePath), address: { id: RestApiId, stage: Stage } };
    }
    if (type !== 'AWS::ApiGatewayV2::ApiMapping') return [];
    const { DomainName, ApiMappingKey, ApiId, Stage } = mapping.parse(properties);
    return { place: placeOf(DomainName, ApiMappingKey), address: { id: ApiId, stage: Stage } };
  });
}

const aliases = z.object({
  DistributionConfig: z.object({ Aliases: z.array(z.string()).default([]) }),
});

/** The hosts of the template's distributions: CloudFront's own names, and their aliases. */
export function distributionHosts(resources: Resources): string[] {
  return resources.flatMap(({ type, properties, attributes }) => {
    if (type !== 'AWS::CloudFront::Distribution') return [];
    return [attributes.DomainName ?? '', ...aliases.parse(properties).DistributionConfig.Aliases];
  });
}

const placeOf = (name: string, path: string) => (path === '' ? name : `${name}/${path}`);

import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource } from '../../template/resource.ts';

const Properties = z.object({ ParentId: z.string(), PathPart: z.string() });

/** The path of each resource of an API by the resource's id, including the root: `/v1/calls/{id}`. */
export function resourcePaths(api: Resource, resources: readonly Resource[]): ReadonlyMap<string, string> {
  const rootId = api.attributes.RootResourceId;
  if (rootId === undefined) throw new Error(`${nameOf(api)}: it has no RootResourceId`);
  const byId = new Map(resources.map((resource) => [resource.ref, resource]));
  const pathOf = (resource: Resource): string => {
    const { ParentId, PathPart } = readProperties(resource, Properties);
    if (ParentId === rootId) return `/${PathPart}`;
    const parent = byId.get(ParentId);
    if (!parent) throw new Error(`${nameOf(resource)}: there is no parent ${ParentId}`);
    return `${pathOf(parent)}/${PathPart}`;
  };
  return new Map([
    [rootId, '/'],
    ...resources.map((resource): [string, string] => [resource.ref, pathOf(resource)]),
  ]);
}

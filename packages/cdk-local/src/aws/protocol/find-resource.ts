import type { Resource, Resources } from '../../template/resource.ts';

/** The resource of a type by its name, ARN or Ref. */
export function findResource(resources: Resources, type: string, identifier: string): Resource | undefined {
  return resources.find(
    (resource) =>
      resource.type === type &&
      (resource.ref === identifier || Object.values(resource.attributes).includes(identifier)),
  );
}

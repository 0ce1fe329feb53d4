import * as z from 'zod';
import type { Resource } from './resource.ts';

/** Name of a resource in messages: the stack, the logical id and the type. */
export function nameOf(resource: Resource): string {
  return `${resource.stack}/${resource.logicalId} (${resource.type})`;
}

/** Parses the resource's properties. Throws an error that names the resource and the property. */
export function readProperties<T extends z.ZodType>(resource: Resource, schema: T): z.infer<T> {
  const parsed = schema.safeParse(resource.properties);
  if (!parsed.success) throw new Error(`${nameOf(resource)}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

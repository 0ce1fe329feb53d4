import * as z from 'zod';
import { nameOf, readProperties } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';

const versionSchema = z.object({ FunctionName: z.string() });
const aliasSchema = z.object({
  FunctionName: z.string(),
  FunctionVersion: z.string(),
  RoutingConfig: z.never('weights of an alias are not known to the local runtime').optional(),
});

/** A function as something invokes it. */
export interface InvokedFunction {
  readonly resource: Resource;
  /** The ARN with which it is invoked: with the alias or version, if there is one. */
  readonly arn: string;
}

/**
 * The ARNs of the template's aliases and versions, each with the function's version. Throws an error that names an alias of
 * a version that the template does not have.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-aliases.html
 */
export function readQualifiers(resources: Resources): ReadonlyMap<string, string> {
  const versions = resources.filter(({ type }) => type === 'AWS::Lambda::Version');
  const aliases = resources.filter(({ type }) => type === 'AWS::Lambda::Alias');
  const published = new Map(versions.map(({ ref, attributes }) => [ref, attributes.Version ?? '']));
  for (const version of versions) readProperties(version, versionSchema);
  for (const alias of aliases) {
    const { FunctionVersion } = readProperties(alias, aliasSchema);
    const version = `${alias.ref.split(':').slice(0, 7).join(':')}:${FunctionVersion}`;
    if (!published.has(version)) throw new Error(`${nameOf(alias)}: there is no version ${version}`);
    published.set(alias.ref, FunctionVersion);
  }
  return published;
}

/** The function of a name or an ARN, with or without a version or an alias. Returns undefined if there is none. */
export function findInvoked(resources: Resources, identifier: string): InvokedFunction | undefined {
  const [name, qualifier] = identifier.replace(/^.*:function:/, '').split(':');
  const resource = resources.find(({ type, ref }) => type === 'AWS::Lambda::Function' && ref === name);
  if (!resource) return undefined;
  const { Arn: arn = '' } = resource.attributes;
  if (qualifier === undefined) return { resource, arn };
  return readQualifiers(resources).has(`${arn}:${qualifier}`)
    ? { resource, arn: `${arn}:${qualifier}` }
    : undefined;
}

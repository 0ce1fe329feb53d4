import type { Resource, Resources } from '../template/resource.ts';

/** arn:aws:lambda:region:account:function:name[:qualifier] without the version or alias. */
export const unqualified = (functionArn: string): string => functionArn.split(':').slice(0, 7).join(':');

/** The function of a name or an ARN, with or without a version or an alias. Returns undefined if it doesn't exist. */
export function findInvoked(
  resources: Resources,
  identifier: string,
): { readonly resource: Resource; readonly arn: string } | undefined {
  const [name, qualifier] = identifier.replace(/^.*:function:/, '').split(':');
  const resource = resources.find(({ type, ref }) => type === 'AWS::Lambda::Function' && ref === name);
  if (!resource) return undefined;
  const { Arn: arn = '' } = resource.attributes;
  return { resource, arn: qualifier === undefined ? arn : `${arn}:${qualifier}` };
}

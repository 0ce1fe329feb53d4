import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as z from 'zod';

const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const reference = z.object({ Ref: z.string() });
const imported = z.object({ 'Fn::ImportValue': z.string() });
const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });

/** The id of cdk-nag's finding on this resource (an ARN with a wildcard), to acknowledge only it. */
export function wildcardFinding(scope: Construct, arn: string): string {
  return `AwsSolutions-IAM5[Resource::${flatten(Stack.of(scope).resolve(arn))}]`;
}

/** Formats a resolved token as cdk-nag does: references in angle brackets, and another stack's exports by name. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  const joined = join.safeParse(value).data?.['Fn::Join'];
  if (joined) return joined[1].map(flatten).join(joined[0]);
  const referred = reference.safeParse(value).data;
  if (referred) return `<${referred.Ref}>`;
  const name = imported.safeParse(value).data?.['Fn::ImportValue'];
  if (name !== undefined) return name;
  const [logicalId, attributeName] = attribute.parse(value)['Fn::GetAtt'];
  return `<${logicalId}.${attributeName}>`;
}

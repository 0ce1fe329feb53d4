import * as z from 'zod';
import type { Resources } from '../template/resource.ts';
import { matchesWildcard } from './wildcard.ts';

const permissionSchema = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

/** Whether an AWS::Lambda::Permission permits a service to invoke the function for the source. */
export function mayInvoke(
  resources: Resources,
  { functionArn, principal, sourceArn }: { functionArn: string; principal: string; sourceArn: string },
): boolean {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::Permission')
    .map(({ properties }) => permissionSchema.parse(properties))
    .some(
      (permission) =>
        nameOf(permission.FunctionName) === nameOf(functionArn) &&
        permission.Principal === principal &&
        matchesWildcard(permission.Action, 'lambda:InvokeFunction') &&
        matchesWildcard(permission.SourceArn ?? '*', sourceArn),
    );
}

function nameOf(functionNameOrArn: string): string {
  return functionNameOrArn.replace(/^.*:function:/, '');
}

import * as z from 'zod';
import type { Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';

const stageSchema = z.object({ ApiId: z.string(), StageName: z.string() });

/** The ARN by which policies permit the use of a connection. For a closed one, the stage in the path identifies the API. */
export function connectionArn(connection: {
  readonly resources: Resources;
  readonly apiId: string | undefined;
  readonly stage: string | undefined;
  readonly method: string;
  readonly id: string;
}): string {
  const { resources, apiId, stage, method, id } = connection;
  const stages = resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::Stage')
    .map(({ properties }) => stageSchema.parse(properties));
  const found =
    stages.find(({ ApiId, StageName }) => ApiId === apiId && StageName === stage) ??
    stages.find(({ StageName }) => StageName === stage) ??
    stages[0];
  if (!found) throw new AwsError('ForbiddenException', 'Forbidden', 403);
  const [, , , region, account] =
    resources.find(({ type }) => type === 'AWS::Lambda::Function')?.attributes.Arn?.split(':') ?? [];
  return `arn:aws:execute-api:${region}:${account}:${found.ApiId}/${found.StageName}/${method}/@connections/${id}`;
}

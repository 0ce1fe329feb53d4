import * as z from 'zod';
import type { Connections } from '../../gateway/websocket/connections.ts';
import type { Resources } from '../../template/resource.ts';
import type { Access } from '../protocol/access.ts';
import { AwsError } from '../protocol/aws-error.ts';

/** A request to API Gateway's management API, with or without the stage's prefix in the path. */
export interface ConnectionsRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

export interface ConnectionsAnswer {
  readonly operation: string;
  readonly status: number;
  readonly body: unknown;
}

const address = /^(?:\/([^/@]+))?\/@connections\/([^/]+)$/;

export function isConnectionsPath(path: string): boolean {
  return address.test(path);
}

/** Posts to a WebSocket connection, or closes it. Rejects with GoneException if it is closed. */
export async function handleConnection(
  { method, path, body }: ConnectionsRequest,
  options: { readonly connections: Connections; readonly resources: Resources; readonly access: Access },
): Promise<ConnectionsAnswer> {
  const { connections, resources, access } = options;
  const [, stage, encodedId = ''] = address.exec(path) ?? [];
  const id = decodeURIComponent(encodedId);
  const info = connections.info(id);
  const resource = connectionArn({ resources, stage: info?.stage ?? stage, apiId: info?.apiId, method, id });
  access.check({ action: 'execute-api:ManageConnections', resource });
  if (!info) throw new AwsError('GoneException', 'The connection is gone', 410);
  if (method === 'DELETE') {
    connections.close(id);
    return { operation: 'DeleteConnection', status: 204, body: undefined };
  }
  if (method !== 'POST')
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const outcome = await connections.post(id, body);
  if (outcome === 'gone') throw new AwsError('GoneException', 'The connection is gone', 410);
  if (outcome === 'too-large')
    throw new AwsError('PayloadTooLargeException', 'The message is too large', 413);
  return { operation: 'PostToConnection', status: 200, body: undefined };
}

const stageSchema = z.object({ ApiId: z.string(), StageName: z.string() });

function connectionArn(connection: {
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

import * as z from 'zod';
import type { ConnectionInfo, Connections } from '../../gateway/websocket/connections.ts';
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

const address = /^(?:\/[^/@]+)?\/@connections\/([^/]+)$/;

export function isConnectionsPath(path: string): boolean {
  return address.test(path);
}

/** Posts to a WebSocket connection, or closes it. Rejects with GoneException if it is closed. */
export async function handleConnection(
  { method, path, body }: ConnectionsRequest,
  options: { readonly connections: Connections; readonly resources: Resources; readonly access: Access },
): Promise<ConnectionsAnswer> {
  const { connections, resources, access } = options;
  const id = decodeURIComponent(address.exec(path)?.[1] ?? '');
  const info = connections.info(id);
  const resource = `${stageArn(resources, info)}/${method}/@connections/${id}`;
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

/** The ARN of a connection's stage; of a closed one's, the first stage's. */
function stageArn(resources: Resources, info: ConnectionInfo | undefined): string {
  const stages = resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::Stage')
    .map(({ properties }) => stageSchema.parse(properties));
  const stage = stages.find(({ ApiId }) => ApiId === info?.apiId) ?? stages[0];
  if (!stage) throw new AwsError('ForbiddenException', 'Forbidden', 403);
  const [, , , region, account] =
    resources.find(({ type }) => type === 'AWS::Lambda::Function')?.attributes.Arn?.split(':') ?? [];
  return `arn:aws:execute-api:${region}:${account}:${stage.ApiId}/${stage.StageName}`;
}

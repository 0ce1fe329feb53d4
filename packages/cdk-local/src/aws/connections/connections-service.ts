import * as z from 'zod';
import type { Connections } from '../../gateway/websocket/connections.ts';
import { readProperties } from '../../template/properties.ts';
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
  const resource = `${stageArn(resources)}/${method}/@connections/${id}`;
  access.check({ action: 'execute-api:ManageConnections', resource });
  const gone = new AwsError('GoneException', 'The connection is gone', 410);
  if (method === 'DELETE') {
    if (!connections.close(id)) throw gone;
    return { operation: 'DeleteConnection', status: 204, body: undefined };
  }
  if (method !== 'POST')
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const outcome = await connections.post(id, body);
  if (outcome === 'gone') throw gone;
  if (outcome === 'too-large')
    throw new AwsError('PayloadTooLargeException', 'The message is too large', 413);
  return { operation: 'PostToConnection', status: 200, body: undefined };
}

const stageSchema = z.object({ ApiId: z.string(), StageName: z.string() });

function stageArn(resources: Resources): string {
  const stage = resources.find(({ type }) => type === 'AWS::ApiGatewayV2::Stage');
  if (!stage) throw new AwsError('ForbiddenException', 'Forbidden', 403);
  const [, , , region, account] =
    resources.find(({ type }) => type === 'AWS::Lambda::Function')?.attributes.Arn?.split(':') ?? [];
  const { ApiId, StageName } = readProperties(stage, stageSchema);
  return `arn:aws:execute-api:${region}:${account}:${ApiId}/${StageName}`;
}

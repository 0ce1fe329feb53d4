import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudWatch } from '../../cloudwatch/cloudwatch.ts';
import type { Snapshot } from '../../cloudwatch/snapshot.ts';
import type { Connections } from '../../gateway/websocket/connections.ts';

/**
 * The path at which the AWS endpoint shows metrics and alarms as JSON, for the last `?minutes=`. It needs no
 * credentials.
 */
export const SNAPSHOT_PATH = '/_cdk-local/cloudwatch';

/** The data of the snapshot. */
export interface ShownSnapshot extends Snapshot {
  /** WebSocket connections that are open at present. */
  readonly openConnections: number;
}

const DEFAULT_MINUTES = 5;
const MOST_MINUTES = 180;

/** Answers GET requests for the snapshot. Returns false for any other. */
export function createSnapshotPage(
  cloudWatch: Pick<CloudWatch, 'snapshot'>,
  connections: Pick<Connections, 'count'>,
): (message: IncomingMessage, response: ServerResponse) => boolean {
  return ({ method, url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method !== 'GET' || pathname !== SNAPSHOT_PATH) return false;
    const minutes = Number(searchParams.get('minutes') ?? DEFAULT_MINUTES);
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > MOST_MINUTES) {
      response.writeHead(400).end(`minutes must be whole, from 1 to ${MOST_MINUTES}`);
      return true;
    }
    const shown: ShownSnapshot = { ...cloudWatch.snapshot(minutes), openConnections: connections.count() };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(shown));
    return true;
  };
}

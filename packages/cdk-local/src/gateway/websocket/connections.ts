import type { WebSocket } from 'ws';

/** The largest message in bytes, either way: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** What is known of an open connection, for callers of the management API. */
export interface ConnectionInfo {
  readonly apiId: string;
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
  /** Milliseconds since 1970; of the last message, either way. */
  readonly lastActiveAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** The open WebSocket connections, as the management API reaches them. */
export interface Connections {
  /** Sends a text message; resolves when the operating system has taken it. `too-large` above 128 KB. */
  post(id: string, data: string | Uint8Array): Promise<'sent' | 'gone' | 'too-large'>;
  /** Closes the connection with code 1000. */
  close(id: string): 'closed' | 'gone';
  /** Undefined when the connection is gone. */
  info(id: string): ConnectionInfo | undefined;
}

/** An open connection as its session keeps it. */
export interface OpenConnection {
  readonly socket: WebSocket;
  readonly info: () => ConnectionInfo;
  /** Notes that a message passed. */
  readonly touch: () => void;
}

/** Connections of a registry that sessions fill. */
export function createConnections(open: ReadonlyMap<string, OpenConnection>): Connections {
  const find = (id: string) => {
    const connection = open.get(id);
    return connection?.socket.readyState === connection?.socket.OPEN ? connection : undefined;
  };
  return {
    async post(id, data) {
      const bytes = Buffer.from(data);
      if (bytes.length > MAX_MESSAGE_BYTES) return 'too-large';
      const connection = find(id);
      if (!connection) return 'gone';
      connection.touch();
      const { promise, resolve } = Promise.withResolvers<'sent' | 'gone'>();
      connection.socket.send(bytes, { binary: false }, (error) => resolve(error ? 'gone' : 'sent'));
      return promise;
    },
    close(id) {
      const connection = find(id);
      connection?.socket.close(1000);
      return connection ? 'closed' : 'gone';
    },
    info: (id) => find(id)?.info(),
  };
}

import type { WebSocket } from 'ws';

/** The largest message in bytes, either way: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
export const MAX_MESSAGE_BYTES = 128 * 1024;

export interface Connections {
  /** Sends a text message; resolves when the operating system has accepted it. `too-large` above 128 KB. */
  post(id: string, data: string | Uint8Array): Promise<'sent' | 'gone' | 'too-large'>;
  /** Returns false if the connection is closed. */
  close(id: string): boolean;
}

export interface OpenConnection {
  readonly socket: WebSocket;
  /** A message was sent: the connection is not idle. */
  readonly touch: () => void;
}

/** Connections from a registry that sessions fill. */
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
    // As API Gateway does for a connection that the service deletes.
    close: (id) => {
      const connection = find(id);
      connection?.socket.close(1000);
      return connection !== undefined;
    },
  };
}

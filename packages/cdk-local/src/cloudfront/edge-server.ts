import { createServer } from 'node:http';
import type { ObjectStore } from '../aws/s3/object-store.ts';
import { guard } from '../guard.ts';
import { listenOnPort } from '../listen-on-port.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { createOrigins } from './ask-origin.ts';
import { deployFiles } from './deploy-files.ts';
import { readDistribution } from './read-distribution.ts';
import { serveDistribution } from './serve-distribution.ts';

/** A server for a distribution, if the templates contain one. */
export interface EdgeServer {
  readonly url: string;
  /** Deploys the stacks' files and serves the distribution, if there is one. Throws for unsupported properties. */
  start(stacks: {
    readonly assembly: LoadedAssembly;
    readonly objects: ObjectStore;
    readonly apiUrl: string;
    readonly report: (line: string) => void;
  }): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback, at this port if it is free. */
export async function listenAtEdge(preferredPort: number): Promise<EdgeServer> {
  const server = createServer();
  const port = await listenOnPort(server, preferredPort).catch(() => listenOnPort(server, 0));
  let closeOrigins: () => void = () => {};
  const close = async () => {
    closeOrigins();
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    start: async ({ assembly, objects, apiUrl, report }) => {
      const { resources } = assembly;
      await deployFiles(assembly, objects);
      const distribution = readDistribution(resources);
      if (!distribution) return close();
      const origins = createOrigins({ distribution, resources, objects, apiUrl });
      closeOrigins = origins.close;
      server.on('request', guard(serveDistribution(distribution, { askOrigin: origins.ask, report })));
    },
    close,
  };
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { answerRequest, type FindHandler } from '../../src/aws/protocol/answer-request.ts';
import { readPolicy } from '../../src/iam/read-policy.ts';

/** Serves a service to a function with this policy; answers 418 to the requests of others. */
export async function serveService(find: FindHandler, Statement: readonly object[]) {
  const reported: string[] = [];
  const caller = {
    ...({ kind: 'function', functionName: 'ask', roleArn: 'arn:aws:iam::123456789012:role/ask' } as const),
    statements: readPolicy({ Statement }, 'the policy of the test'),
  };
  const url = await listen((message, response) => {
    const handler = find(message);
    if (!handler) return response.writeHead(418).end();
    const report = (line: string) => reported.push(line);
    return answerRequest({
      message,
      response,
      handler,
      callerOf: () => caller,
      report,
      onRequest: undefined,
    });
  });
  return { url, reported };
}

/** Listens until the end of the test. Returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

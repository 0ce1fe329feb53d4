// The reference: a plain HTTP server that makes the same requests to DynamoDB through the same code of the store,
// without gateway, authorizer, Lambda and validation. node bare-server.ts <data folder> <user id>
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenOnPort } from 'cdk-local/listen-on-port.ts';
import { readConnection } from '#cli/settings/connection-file.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { promptKind } from '../../lambdas/prompts/model/prompt.ts';
import { listRecords } from '../../lambdas/records/store/lists/pages.ts';
import { createRecords, getRecord } from '../../lambdas/records/store/records.ts';
import { operatorTable } from '../turns/prompts.ts';
import { ready } from './program.ts';

const [data = '', userId = ''] = process.argv.slice(2);
const connection = readConnection(data);
if (!connection) throw new Error('The service is not running.');
const { table, close } = operatorTable(connection);

const server = createServer(async (request, response) => {
  const body = await answer(request).catch((error: unknown) => {
    console.error(error);
    response.statusCode = 500;
  });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
});
ready({ url: `http://127.0.0.1:${await listenOnPort(server, 0)}` }, async () => {
  server.closeAllConnections();
  close();
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  switch (pathname) {
    case '/v1/prompts':
      return getRecord(table, userId, promptKind, searchParams.get('id') ?? '');
    case '/v1/prompts/list': {
      const page = Number(searchParams.get('page'));
      const asked = { page, size: 10, descending: false, maxBytes: Number.POSITIVE_INFINITY };
      return listRecords(table, { userId, kind: promptKind }, asked);
    }
    default: {
      const { content } = (await json(request)) as { content: string };
      const record = { id: newId(), user_id: userId, content };
      await createRecords(table, [{ kind: promptKind, record }]);
      return record;
    }
  }
}

// An empty table in memory and the simulated carrier, in their own process, so that a measured function has its own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { openDynamoDb } from 'cdk-local/dynamodb/dynamodb.ts';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import staging from '../../test/support/environments/staging.ts';
import { synthesizedTable } from '../../test/support/table/stack-table.ts';
import { ready } from './program.ts';

const [accountSid = '', authToken = ''] = process.argv.slice(2);
const database = await openDynamoDb({ region: staging.region });
const { name, properties } = await synthesizedTable();
await database.ensureTable(name, properties);
const server = createServer(async (request, response) => {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const { status, body } = await database.execute(operation, JSON.parse(await text(request)));
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const carrier = await startCarrier({ accountSid, authToken });
ready({ dynamoDbUrl: `http://127.0.0.1:${address.port}`, carrierUrl: carrier.url }, async () => {
  server.closeAllConnections();
  await carrier.close();
  await database.close();
});

// Receives events of a webhook by POST: WEBHOOK_SECRET=whsec_… node bin/run.mjs examples/webhook-receiver.ts
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const seen = new Set<string>(); // In production: in your database, in one transaction with your handling of the event.

createServer(async (request, response) => {
  const body = await text(request); // The raw body: parsing and serializing it again would change the signature.
  try {
    webhook.verify(body, Object(request.headers));
  } catch {
    response.writeHead(401).end();
    return;
  }
  const { id, type, call_id, campaign_id } = JSON.parse(body);
  if (!seen.has(id)) console.log(`${type} of ${call_id ? 'call' : 'campaign'} ${call_id ?? campaign_id}`);
  seen.add(id);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 4000), () => console.log('Waiting for events.'));

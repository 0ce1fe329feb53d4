// Answers the external action of the sample "action": node bin/run.mjs examples/action-service.ts
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

// The action's signature_secret.
const signature = new Webhook(process.env.SIGNATURE_SECRET ?? 'c2VjcmV0LW9mLXRoaXMtZXhhbXBsZQ==');

/** Answers by idempotency key: a repeated request gets the same one. Keep yours in a database. */
const answers = new Map<string, string>();

createServer(async (request, response) => {
  const body = await text(request);
  try {
    signature.verify(body, Object(request.headers));
  } catch {
    response.writeHead(401).end();
    return;
  }
  console.log(body);
  const { payload } = JSON.parse(body);
  const key = String(request.headers['idempotency-key']);
  const answer = answers.get(key) ?? JSON.stringify({ result: `Order ${payload.number} is on its way.` });
  answers.set(key, answer);
  response.end(answer);
}).listen(4001, '127.0.0.1', () => console.log('Waiting for actions.'));

// Answers the external actions of the samples: node bin/run.mjs examples/action-service.ts
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

// The action's signature_secret.
const signature = new Webhook(process.env.SIGNATURE_SECRET ?? 'c2VjcmV0LW9mLXRoaXMtZXhhbXBsZQ==');

/** The result of an action, by the path of its URL. */
const results: Readonly<Record<string, (payload: { readonly number?: string }) => unknown>> = {
  '/': ({ number }) => `Order ${number} is on its way.`,
  '/bookings': () => ({ booking: 'A1' }),
  '/payments': () => ({ receipt: 'R7' }),
  '/disputes': () => ({ dispute: 'D3' }),
};

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
  console.log(body.replace(/\d{12,}/, '[card]'));
  const { payload } = JSON.parse(body);
  const key = String(request.headers['idempotency-key']);
  const answer = answers.get(key) ?? JSON.stringify({ result: results[String(request.url)]?.(payload) });
  answers.set(key, answer);
  response.end(answer);
}).listen(4001, '127.0.0.1', () => console.log('Waiting for actions.'));

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends requests for `ms` milliseconds over `connections` keep-alive connections, one at a time on each. Returns each
 * request's milliseconds; rejects on an unsuccessful response.
 */
export async function sendLoad(
  next: () => LoadRequest,
  { connections, durationMs }: { readonly connections: number; readonly durationMs: number },
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const end = performance.now() + durationMs;
  const sendOnOne = async () => {
    for (let startedAt = performance.now(); startedAt < end; startedAt = performance.now()) {
      await send(agent, next());
      times.push(performance.now() - startedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendOnOne));
    return times;
  } finally {
    agent.destroy();
  }
}

async function send(agent: Agent, { url, method, headers, body }: LoadRequest): Promise<void> {
  const { status, answer } = await new Promise<{ status: number | undefined; answer: string }>(
    (resolve, reject) => {
      const sent = request(url, { agent, method, headers }, async (response) => {
        resolve({ status: response.statusCode, answer: await text(response) });
      });
      sent.once('error', reject).end(body);
    },
  );
  if (status !== 200) throw new Error(`${method} ${url} answered ${status}: ${answer}`);
}

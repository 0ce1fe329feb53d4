import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { realTime } from 'cdk-local/clock/install-clock.ts';
import { guard } from 'cdk-local/guard.ts';
import { listenOnPort } from 'cdk-local/listen-on-port.ts';
import type { Runtime } from 'cdk-local/runtime.ts';
import { StartError } from 'cdk-local/start-error.ts';
import { connectionPath } from '#cli/settings/connection-file.ts';

const clockFile = (data: string) => join(data, 'clock.json');

/** The time that the data of a folder has reached; of data in real time, when it was last started. */
function latestTime(data: string): number {
  try {
    return Date.parse(JSON.parse(readFileSync(clockFile(data), 'utf8')).time);
  } catch {
    return statSync(connectionPath(data), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}

/** Throws StartError if the data has reached a later time: schedules, retries and expiry know no way back. */
export function requireLaterStart(data: string, clockTime: Date | undefined): void {
  const latest = latestTime(data);
  if ((clockTime?.getTime() ?? realTime.Date.now()) >= latest) return;
  // Rounded up to a second.
  const reached = new Date(latest + 999).toISOString().replace(/\.\d+Z$/, 'Z');
  throw new StartError(
    `A clock cannot be moved back, and the data in ${data} has reached ${reached}: start with --clock ${reached} or a later time, or delete the data with --reset.`,
  );
}

/** Serves the time of the service, and sets it forward: `POST {"to": "2026-12-04T09:00:00Z"}`. */
export async function serveClock(data: string, { advanceTo }: Pick<Runtime, 'advanceTo'>) {
  const keep = (time: Date) => writeFileSync(clockFile(data), JSON.stringify({ time }), { mode: 0o600 });
  const advance = async (body: string) => {
    const time = new Date(JSON.parse(body).to);
    if (Number.isNaN(time.getTime())) throw new Error('`to` must be a time.');
    if (time.getTime() < Date.now())
      throw new Error(`A clock cannot be moved back: it is at ${new Date().toISOString()}.`);
    // Before the work: after a crash, what is overdue runs late, but never earlier than before.
    keep(time);
    await advanceTo(time);
  };
  const server = createServer(
    guard(async (request, response) => {
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      try {
        if (request.method === 'POST') await advance(await text(request));
        answer(200, { time: new Date().toISOString() });
      } catch (error) {
        answer(400, { message: error instanceof Error ? error.message : String(error) });
      }
    }),
  );
  keep(new Date());
  const port = await listenOnPort(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      keep(new Date());
    },
  };
}

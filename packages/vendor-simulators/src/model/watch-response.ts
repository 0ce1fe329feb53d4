import type { ServerResponse } from 'node:http';
import type { LoggedRequest } from './request-log.ts';

/** Records how the response ends. Returns a signal that aborts if the client disconnects before. */
export function watchResponse(response: ServerResponse, entry: LoggedRequest): AbortSignal {
  const gone = new AbortController();
  response.on('finish', () => {
    entry.status = response.statusCode;
    entry.finished_at = new Date().toISOString();
  });
  response.on('close', () => {
    if (response.writableFinished) return;
    entry.status = response.headersSent ? response.statusCode : null;
    entry.aborted_at = new Date().toISOString();
    gone.abort();
  });
  return gone.signal;
}

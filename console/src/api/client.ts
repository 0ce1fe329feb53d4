import { onlineManager } from '@tanstack/react-query';
import { createClient } from 'phone-call-agents-client';

export type { Schema } from 'phone-call-agents-client';

// Whether the browser thinks it is online says nothing: the service may be on this machine.
onlineManager.setEventListener(() => undefined);

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

async function fetchAndNote(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    onlineManager.setOnline(true);
    return response;
  } catch (error) {
    // A request that the page itself gave up tells nothing.
    if (!isAborted(error)) onlineManager.setOnline(false);
    throw error;
  }
}

/** The API of this origin. The session's cookie signs its requests in; pages and queries decide what to try again. */
export const api = createClient({
  baseUrl: location.origin,
  // A foreign page cannot send this header, so a write by cookie needs it.
  headers: { 'x-console': '1' },
  retries: 0,
  fetch: fetchAndNote,
});

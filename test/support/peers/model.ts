import { put } from '../scene.ts';
import { getJson } from '../service/api.ts';
import type { Connection } from '../service/service-process.ts';

/** A request in the scripted model's log. */
export interface ModelRequest {
  readonly account: string;
  readonly sent_text: string;
  readonly received_at: string;
  /** When the whole answer was sent, and when the client disconnected before that. */
  readonly finished_at: string | null;
  readonly aborted_at: string | null;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
    readonly response_format?: unknown;
  };
}

/** The requests whose body, as JSON, contains this text, oldest first. */
export function modelRequests(
  { model_url }: Pick<Connection, 'model_url'>,
  text: string,
): Promise<ModelRequest[]> {
  return getJson(`${new URL(model_url).origin}/simulator/requests?containing=${encodeURIComponent(text)}`);
}

/** Adds an account with its own key to the scripted model. */
export function addModelAccount(
  { model_url }: Pick<Connection, 'model_url'>,
  name: string,
  api_key: string,
): Promise<void> {
  return put(`${new URL(model_url).origin}/simulator/accounts/${name}`, { api_key });
}

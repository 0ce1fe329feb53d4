import { type Client, createClient } from 'phone-call-agents-client';
import type { Connection } from '#cli/settings/connection-file.ts';

/** Milliseconds until a request times out. */
const TIMEOUT_MS = 15_000;

/** A client of the running service, or of a deployed one. */
export const apiClient = ({
  base_url: baseUrl,
  access_token: token,
}: Pick<Connection, 'base_url' | 'access_token'>): Client =>
  createClient({ baseUrl, token, timeoutMs: TIMEOUT_MS });

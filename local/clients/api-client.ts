import type { Connection } from 'phone-agents/settings/connection-file.ts';
import { ApiError, type Client, ConnectionFailed, createClient } from 'phone-call-agents-client';
import { CommandError } from '../../bin/command.ts';

/** Milliseconds until a request times out. */
const TIMEOUT_MS = 15_000;

/** A client of the running service, or of a deployed one. */
export const apiClient = ({
  base_url: baseUrl,
  access_token: token,
}: Pick<Connection, 'base_url' | 'access_token'>): Client =>
  createClient({ baseUrl, token, timeoutMs: TIMEOUT_MS });

/** Whether the message of an error is all that a command's user needs. */
export const explainsItself = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof ApiError || error instanceof ConnectionFailed;

/** Formats an error for a command's user: without its stack if the message says it all. */
export const explainError = (error: unknown): unknown => (explainsItself(error) ? error.message : error);

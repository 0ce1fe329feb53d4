import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { authorize } from '../../../lambdas/tokens/authorizer.ts';
import { createSignInLink } from '../../../lambdas/tokens/store/sessions.ts';
import { insertToken } from '../../../lambdas/tokens/store/tokens.ts';
import { type FunctionAnswer, FunctionApi } from './function-api.ts';

export const START = new Date('2026-01-01T09:00:00.000Z');
export const inHours = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

/** The text of a session's token, which only the cookie has. */
export const textIn = ({ headers }: FunctionAnswer) =>
  /^__Host-session=([\w-]{43}); Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800$/.exec(
    String(headers?.['set-cookie']),
  )?.[1] ?? '';

/** Tokens, sign-in links and sessions of a test's new user, before the authorizer. The time stands still. */
export async function signingIn() {
  const opened = await FunctionApi.ofFile();
  let api: FunctionApi;
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    api = opened.ofAnotherUser();
  });
  afterEach(() => vi.useRealTimers());

  const draft = (more: { readonly expires_at?: string; readonly scopes?: string[] } = {}) => ({
    id: randomUUID(),
    user_id: api.user,
    name: null,
    created_at: START.toISOString(),
    ...more,
  });

  const newLink = (...scopes: string[]) => {
    const link = { id: randomUUID(), userId: api.user, now: new Date() };
    return createSignInLink(api.table, { ...link, ...(scopes.length > 0 && { scopes }) });
  };

  /** What the authorizer tells about a token at an operation; undefined if it refuses. */
  async function authorized(text: string, operation: string) {
    const { method, path } = catalogue[operation]!;
    const event = {
      headers: { authorization: `Bearer ${text}` },
      httpMethod: method,
      resource: path,
      methodArn: `arn:aws:execute-api:us-east-1:1:api/live/${method}${path}`,
    };
    const answer = await authorize(event, { table: api.table, now: new Date() }).catch(() => undefined);
    const isAllowed = answer?.policyDocument.Statement[0]?.Effect === 'Allow';
    return isAllowed ? (answer?.context as Readonly<Record<string, string>>) : undefined;
  }

  /** The answer to an operation with a token; 401 if the authorizer refuses. */
  async function ask(text: string, operation: string, body?: unknown, query = {}): Promise<FunctionAnswer> {
    const token = await authorized(text, operation);
    if (!token) return { status: 401, headers: {}, text: '', body: undefined };
    return api.run(operation, { token, body, query });
  }

  return {
    api: () => api,
    draft,
    newLink,
    newToken: (more?: Parameters<typeof draft>[0]) => insertToken(api.table, draft(more)),
    authorized,
    ask,
    /** A new session of a sign-in link, with the text of its token. */
    async signIn() {
      const answer = await ask(await newLink(), 'sessions/create');
      return { id: answer.body.id as string, session: textIn(answer) };
    },
  };
}

import { notHandedOn } from '../../domain/tokens/scopes.ts';
import { boundBy, newToken, tokenInput, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { invalidInput } from '../../rest/errors.ts';
import { requireMakers, requireRoomForToken } from '../../rest/limits/token-limit.ts';
import { CHANGE_TOKENS, createToken as create } from '../../store/records/tokens.ts';

export const createToken = defineEndpoint({
  operation: 'createToken',
  method: 'POST',
  path: '/v1/tokens/create',
  summary: 'Create an access token',
  body: tokenInput,
  response: newToken,
  answersSecret: true,
  tableActions: CHANGE_TOKENS,
  async run({ userId, tokenId, body, grantedScopes }, { table, now, newId }) {
    const { name, expires_at } = body;
    const scopes = [...new Set(body.scopes)];
    const tooMany = notHandedOn(grantedScopes, scopes);
    if (tooMany.length > 0) {
      const msg = `Your own token lacks these scopes; leave them out: ${tooMany.join(', ')}.`;
      throw invalidInput([{ loc: ['body', 'scopes'], msg, type: 'missing_scope' }]);
    }
    if (expires_at && new Date(expires_at) <= now()) {
      const msg = 'Must be in the future.';
      throw invalidInput([{ loc: ['body', 'expires_at'], msg, type: 'not_in_future' }]);
    }
    const [by] = await Promise.all([
      requireMakers(table, { userId, tokenId }, now()),
      requireRoomForToken(table, userId),
    ]);
    const draft = {
      id: newId(),
      user_id: userId,
      name: name ?? null,
      scopes,
      created_at: now().toISOString(),
      ...boundBy(by.maker, expires_at ?? undefined),
    };
    return { ...toShownToken(draft), access_token: await create(table, draft, by) };
  },
});

export const handler = serve(createToken);

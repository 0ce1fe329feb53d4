import { expect, inject, it } from 'vitest';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../../lambdas/platform/api-versions.ts';
import { userOf } from '../../support/service/plain-requests.ts';
import { faultsIn, recordPass } from '../../support/service/recorded-pass.ts';

const user = userOf(inject('connection'), 'first');

const SCOPES = ['read', 'write', 'calls', 'tokens'];

it.each(
  API_VERSIONS.filter((version) => version !== DEFAULT_API_VERSION),
)('answers a token of %s as the document of that version says, in every operation', async (api_version) => {
  const { access_token } = await user.api.created('/v1/tokens/create', { scopes: SCOPES, api_version });

  const recorded = await recordPass(user, access_token);

  expect(faultsIn(recorded, api_version)).toEqual([]);
}, 240_000);

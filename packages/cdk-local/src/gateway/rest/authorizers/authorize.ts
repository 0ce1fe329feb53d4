import type { Functions } from '../../../functions/functions.ts';
import { invokeTarget, MAX_INTEGRATION_MS } from '../../lambda-proxy/invoke-target.ts';
import { executeApiArn } from '../../lambda-proxy/lambda-target.ts';
import { GatewayFault } from '../gateway-fault.ts';
import type { Authorizer } from '../rest-api.ts';
import { requestPart } from '../rest-event.ts';
import type { RestRequest } from '../rest-request.ts';
import { allowsMethod, type Decision, parseDecision } from './decision.ts';
import { createDecisionCache } from './decision-cache.ts';
import { identityOf } from './identity.ts';

/** The authorizer's part of requestContext. */
export type AuthorizerContext = Readonly<Record<string, string | number>>;

/** Resolves with the authorizer's part of requestContext, or throws the GatewayFault that refuses the request. */
export type Authorize = (request: RestRequest, authorizer: Authorizer) => Promise<AuthorizerContext>;

/** Authorization by Lambda functions, with decisions cached for each authorizer's time. `now` is in milliseconds. */
export function createAuthorize(functions: Functions, now: () => number): Authorize {
  const decisions = createDecisionCache(now);
  return async (request, authorizer) => {
    const identity = identityOf(request, authorizer);
    if (!identity) throw new GatewayFault('UNAUTHORIZED');
    const methodArn = methodArnOf(request, authorizer);
    const key = JSON.stringify([authorizer.id, ...identity]);
    const started = now();
    const cached = decisions.get(key);
    const decision =
      cached ?? (await decide({ functions, request, authorizer, methodArn, token: identity[0] }));
    if (!cached) decisions.set(key, decision, authorizer.ttlMs);
    const told = {
      ...decision.context,
      principalId: decision.principalId,
      integrationLatency: cached ? 0 : now() - started,
    };
    if (!allowsMethod(decision, methodArn)) throw new GatewayFault('ACCESS_DENIED', { authorizer: told });
    return told;
  };
}

async function decide(options: {
  readonly functions: Functions;
  readonly request: RestRequest;
  readonly authorizer: Authorizer;
  readonly methodArn: string;
  readonly token: string | undefined;
}): Promise<Decision> {
  const { functions, request, authorizer, methodArn, token } = options;
  const event =
    authorizer.type === 'TOKEN'
      ? { type: 'TOKEN', methodArn, authorizationToken: token }
      : { type: 'REQUEST', methodArn, ...requestPart(request), requestContext: request.context };
  const result = await invokeTarget({
    functions,
    target: authorizer.target,
    event,
    timeoutMs: MAX_INTEGRATION_MS,
  });
  if (!result.ok) throw refusal(result.error, result.message);
  try {
    return parseDecision(result.payload);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new GatewayFault('AUTHORIZER_CONFIGURATION_ERROR', {
      reason: `authorizer: malformed answer: ${fault}`,
    });
  }
}

/** A function refuses an unknown caller by failing with exactly this message. */
function refusal(error: string, message: string): GatewayFault {
  if (error === 'error' && /^(Error: )?Unauthorized$/.test(message)) return new GatewayFault('UNAUTHORIZED');
  const reason = `authorizer: ${message}`;
  if (error === 'not-permitted') return new GatewayFault('AUTHORIZER_CONFIGURATION_ERROR', { reason });
  return new GatewayFault('AUTHORIZER_FAILURE', { reason });
}

function methodArnOf({ api, httpMethod, path }: RestRequest, { target }: Authorizer): string {
  return executeApiArn(target.functionArn, `${api.id}/${api.stage.name}/${httpMethod}${path}`);
}

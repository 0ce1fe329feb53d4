import * as z from 'zod';
import type { Functions } from '../../functions/functions.ts';
import { isAllowed } from '../../iam/is-allowed.ts';
import { readPolicy } from '../../iam/read-policy.ts';
import { invokeTarget, MAX_INTEGRATION_MS } from '../lambda-proxy/invoke-target.ts';
import { executeApiArn } from '../lambda-proxy/lambda-target.ts';
import { GatewayFault } from './gateway-fault.ts';
import type { Authorizer } from './rest-api.ts';
import { requestPart } from './rest-event.ts';
import type { RestRequest } from './rest-request.ts';

export type AuthorizerContext = Readonly<Record<string, string | number>>;

/** Resolves with the authorizer's part of requestContext, or throws the GatewayFault that refuses the request. */
export type Authorize = (request: RestRequest, authorizer: Authorizer) => Promise<AuthorizerContext>;

/** Authorization by Lambda functions, with decisions cached for each authorizer's time. `now` is in milliseconds. */
export function createAuthorize(functions: Functions, now: () => number): Authorize {
  const decisions = new Map<string, { readonly decision: Decision; readonly expiresAt: number }>();
  return async (request, authorizer) => {
    const identity = identityOf(request, authorizer);
    if (!identity) throw new GatewayFault('UNAUTHORIZED');
    const methodArn = methodArnOf(request, authorizer);
    const key = JSON.stringify([authorizer.id, ...identity]);
    const started = now();
    const known = decisions.get(key);
    const isKnown = known !== undefined && known.expiresAt > started;
    const decision = isKnown ? known.decision : await decide({ functions, request, authorizer, methodArn });
    if (!isKnown) decisions.set(key, { decision, expiresAt: now() + authorizer.ttlMs });
    const context = {
      ...decision.context,
      principalId: decision.principalId,
      integrationLatency: isKnown ? 0 : now() - started,
    };
    if (!isAllowed(decision.statements, { action: 'execute-api:Invoke', resource: methodArn }))
      throw new GatewayFault('ACCESS_DENIED', { authorizer: context });
    return context;
  };
}

async function decide(options: {
  readonly functions: Functions;
  readonly request: RestRequest;
  readonly authorizer: Authorizer;
  readonly methodArn: string;
}): Promise<Decision> {
  const { functions, request, authorizer, methodArn } = options;
  const result = await invokeTarget({
    functions,
    target: authorizer.target,
    event: { type: 'REQUEST', methodArn, ...requestPart(request), requestContext: request.context },
    timeoutMs: MAX_INTEGRATION_MS,
  });
  if (!result.ok) throw refusal(result.error, result.message);
  try {
    return Decision.parse(result.payload);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new GatewayFault('AUTHORIZER_CONFIGURATION_ERROR', {
      reason: `authorizer: malformed answer: ${fault}`,
    });
  }
}

function refusal(error: string, message: string): GatewayFault {
  if (error === 'error' && /^(Error: )?Unauthorized$/.test(message)) return new GatewayFault('UNAUTHORIZED');
  const reason = `authorizer: ${message}`;
  if (error === 'not-permitted') return new GatewayFault('AUTHORIZER_CONFIGURATION_ERROR', { reason });
  return new GatewayFault('AUTHORIZER_FAILURE', { reason });
}

function methodArnOf({ api, httpMethod, path }: RestRequest, { target }: Authorizer): string {
  return executeApiArn(target.functionArn, `${api.id}/${api.stage.name}/${httpMethod}${path}`);
}

/** The output of an authorizer. */
const Decision = z
  .object({
    principalId: z.union([z.string(), z.number()]).transform(String),
    policyDocument: z.unknown(),
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
  })
  .transform(({ principalId, policyDocument, context }) => ({
    principalId,
    context: context ?? {},
    statements: readPolicy(policyDocument, 'policyDocument'),
  }));
type Decision = z.infer<typeof Decision>;

/** The values of a request that an authorizer reads, in its order. Returns undefined if one is missing. */
function identityOf(request: RestRequest, { identitySources }: Authorizer): readonly string[] | undefined {
  const values = identitySources.flatMap((source) => valueOfSource(request, source) || []);
  return values.length < identitySources.length ? undefined : values;
}

/** The value at a place such as `method.request.header.Authorization` or `context.httpMethod`. */
function valueOfSource({ headersByName, context }: RestRequest, source: string): string | undefined {
  const [root, name = '', , header = ''] = source.split('.');
  if (root !== 'context') return headersByName[header.toLowerCase()];
  const value = context[name];
  return typeof value === 'string' ? value : undefined;
}

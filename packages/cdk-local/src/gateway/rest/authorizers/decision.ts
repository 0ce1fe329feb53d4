import * as z from 'zod';
import { isAllowed } from '../../../iam/is-allowed.ts';
import { readPolicy } from '../../../iam/read-policy.ts';
import type { Statement } from '../../../iam/statement.ts';

/**
 * The output of an authorizer:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
const AuthorizerResult = z.object({
  principalId: z.union([z.string(), z.number()]).transform(String),
  policyDocument: z.unknown(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
});

/** An authorizer's decision. */
export interface Decision {
  readonly principalId: string;
  readonly context: Readonly<Record<string, string>>;
  readonly statements: readonly Statement[];
}

/** Parses an authorizer's output. Throws an error that says what is malformed. */
export function parseDecision(payload: unknown): Decision {
  const { principalId, policyDocument, context } = AuthorizerResult.parse(payload);
  return {
    principalId,
    context: context ?? {},
    statements: readPolicy(policyDocument, 'policyDocument'),
  };
}

/** Whether the decision permits the method: a statement allows it, and none denies it. */
export function allowsMethod({ statements }: Decision, methodArn: string): boolean {
  return isAllowed(statements, { action: 'execute-api:Invoke', resource: methodArn });
}

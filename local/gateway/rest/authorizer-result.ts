import * as z from 'zod';
import { matchesPattern } from '../matches-pattern.ts';

const OneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMore,
  Resource: OneOrMore,
});

/** What an authorizer answers: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html */
export const AuthorizerResult = z.object({
  principalId: z.union([z.string(), z.number()]).transform(String),
  policyDocument: z.object({
    Version: z.string().optional(),
    Statement: z.union([z.array(Statement), Statement.transform((one) => [one])]),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
});
/** An authorizer's decision. */
export type AuthorizerResult = z.infer<typeof AuthorizerResult>;

/** Whether the decision lets its caller invoke the method: some statement allows it, and none denies it. */
export function allowsMethod({ policyDocument }: AuthorizerResult, methodArn: string): boolean {
  const effects = policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => matchesPattern(action.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((resource) => matchesPattern(resource, methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

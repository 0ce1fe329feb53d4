import * as z from 'zod';
import { readConditions } from './condition.ts';
import type { Statement } from './statement.ts';

const oneOrMore = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

const principalSchema = z
  .union([z.literal('*'), z.record(z.string(), oneOrMore)])
  .transform((principal) => (principal === '*' ? ['*'] : Object.values(principal).flat()));

const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore.optional(),
  Resource: oneOrMore.optional(),
  Principal: principalSchema.optional(),
  Condition: z.unknown().optional(),
});

const documentSchema = z.object({
  Statement: z.union([statementSchema.transform((statement) => [statement]), z.array(statementSchema)]),
});

/** Reads a policy document. Throws an error that names the policy for unsupported parts. */
export function readPolicy(document: unknown, policy: string): Statement[] {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) throw new Error(`${policy}: ${z.prettifyError(parsed.error)}`);
  return parsed.data.Statement.map((statement) => ({
    policy,
    effect: statement.Effect,
    actions: statement.Action,
    resources: statement.Resource,
    principals: statement.Principal ?? [],
    conditions: readConditions(statement.Condition, policy),
  }));
}

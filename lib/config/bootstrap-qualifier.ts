import { existsSync, readFileSync } from 'node:fs';
import { BOOTSTRAP_QUALIFIER_CONTEXT, DefaultStackSynthesizer } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as z from 'zod';

const appSettings = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

/** The qualifier in the names of the bootstrap stack, from the context or, for a command, from `cdk.json`. */
export function bootstrapQualifier(scope?: Construct): string {
  const qualifier = scope ? scope.node.tryGetContext(BOOTSTRAP_QUALIFIER_CONTEXT) : contextOfFile();
  return typeof qualifier === 'string' ? qualifier : DefaultStackSynthesizer.DEFAULT_QUALIFIER;
}

function contextOfFile(): unknown {
  if (!existsSync('cdk.json')) return undefined;
  const { data } = appSettings.safeParse(JSON.parse(readFileSync('cdk.json', 'utf8')));
  return data?.context[BOOTSTRAP_QUALIFIER_CONTEXT];
}

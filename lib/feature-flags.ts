import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import * as z from 'zod';

/** The file of the app's context. */
const FILE = join(import.meta.dirname, '..', 'cdk.json');

/** Sets the CDK feature flags that the templates need, before the construct has children. */
export function setFeatureFlags(scope: Construct): void {
  const settings = z.object({ context: z.record(z.string(), z.unknown()) });
  const { context } = settings.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  for (const [flag, value] of Object.entries(context)) scope.node.setContext(flag, value);
}

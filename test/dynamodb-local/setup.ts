import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { installDynamoDbLocal } from './install.ts';
import { startDynamoDbLocal } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of Amazon's DynamoDB Local, or the reason why it is missing; only in the project of that name. */
    dynamodbLocal: { readonly url: string } | { readonly missing: string };
  }
}

/** Starts Amazon's DynamoDB Local for the project's tests; without it, they are skipped. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findDynamoDbLocal();
  if ('missing' in found) {
    project.provide('dynamodbLocal', found);
    return undefined;
  }
  const { url, stop } = await startDynamoDbLocal(found.folder);
  project.provide('dynamodbLocal', { url });
  return stop;
}

async function findDynamoDbLocal(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  if (spawnSync('java', ['-version']).status !== 0)
    return { missing: "Amazon's DynamoDB Local needs Java, which is not installed." };
  try {
    return { folder: await installDynamoDbLocal() };
  } catch (error) {
    return { missing: `Amazon's DynamoDB Local could not be fetched: ${reasonOf(error)}` };
  }
}

/** The first two of npm's error lines, which say what failed and why. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n').slice(0, 2).join(': ');
}

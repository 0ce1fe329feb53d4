import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../../local/service.ts';
import { sharedAssembly } from '../../support/run/assembly.ts';
import { Api, until } from '../../support/service/api.ts';

const folder = mkdtempSync(join(tmpdir(), 'phone-call-agents-test-'));
let service: Service | undefined;

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Removes an action from the policy of the role with this logical-id prefix, in the synthesized template. */
function removeGrant(
  assembly: string,
  { role, action }: { readonly role: string; readonly action: string },
): number {
  let removed = 0;
  const directory = join(assembly, 'assembly-Staging');
  for (const name of readdirSync(directory).filter((file) => file.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    for (const [logicalId, resource] of Object.entries<{
      Properties?: { Policies?: { PolicyDocument: { Statement: { Action: string | string[] }[] } }[] };
    }>(template.Resources)) {
      if (!logicalId.startsWith(role)) continue;
      for (const { PolicyDocument } of resource.Properties?.Policies ?? []) {
        PolicyDocument.Statement = PolicyDocument.Statement.filter((statement) => {
          const keeps = ![statement.Action].flat().includes(action);
          if (!keeps) removed += 1;
          return keeps;
        });
      }
    }
    writeFileSync(join(directory, name), JSON.stringify(template));
  }
  return removed;
}

describe('a template with a missing grant', () => {
  it('fails on the laptop as it would on AWS', { timeout: 120_000 }, async () => {
    const assembly = join(folder, 'assembly');
    cpSync(await sharedAssembly('staging'), assembly, { recursive: true });
    const removed = removeGrant(assembly, { role: 'CreatePromptRole', action: 'dynamodb:PutItem' });
    service = await startService({
      assembly,
      data: join(folder, 'data'),
      port: 0,
      environment: 'staging',
      reset: false,
      accounts: { telephonyAccountSid: `AC${'0'.repeat(32)}`, telephonyAuthToken: 'token', llmApiKey: 'key' },
      carrierPace: 0.05,
    });
    const { base_url, access_token } = service.connection;
    const api = new Api(base_url, access_token);

    const denied = await api.post('/v1/prompts/create', { content: 'x' });
    const allowed = await api.post('/v1/voices/create', { type: 'voice_builtin', voice_id: 'default' });

    expect(removed).toBe(1);
    expect(denied).toMatchObject({ status: 500, body: { detail: [{ type: 'internal_error' }] } });
    await until('the reason in the log', () => {
      const log = logOf('CreatePrompt');
      return /not authorized to perform: dynamodb:PutItem/.test(log) || { waitingFor: log };
    });
    expect(allowed.status).toBe(200);
  });
});

/** A function's log, empty as long as there is none. */
function logOf(name: string): string {
  const logs = join(folder, 'data', 'logs');
  const file = readdirSync(logs).find((entry) => entry.includes(name));
  return file === undefined ? '' : readFileSync(join(logs, file), 'utf8');
}

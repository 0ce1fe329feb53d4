import { describe, expect, inject, it } from 'vitest';
import { type Finding, smokeCheck } from '../../../bin/smoke/smoke-checks.ts';
import staging from '../../support/environments/staging.ts';

const { base_url, websocket_url } = inject('connection');
const addresses = { api: base_url, callbacks: base_url, relay: websocket_url };
const { outage } = staging.telephony;

async function findings(options: Parameters<typeof smokeCheck>[0]): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of smokeCheck({ waitMs: 1, ...options })) found.push(finding);
  return found;
}

describe('the check after a deployment', () => {
  it('passes for a service that works', async () => {
    const found = await findings({ addresses, outage });

    expect(found).toHaveLength(5);
    expect(found.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });

  it('fails for one that answers otherwise', async () => {
    const api = `${base_url}/elsewhere`;
    const found = await findings({
      addresses: { api, callbacks: api, relay: websocket_url.replace(/relay$/, 'elsewhere') },
      outage: 'Another sentence.',
    });

    expect(found.filter(({ fault }) => fault === undefined)).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { agentKind } from '../../lambdas/agents/model/agent.ts';
import { findNumber } from '../../lambdas/numbers/store/numbers.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import { seed, USERS } from '../../local/seed.ts';
import { tableOfFile } from '../support/table/table.ts';

const table = await tableOfFile();

it('gives each user of the local service a number with the default inbound agent', async () => {
  const { protocol, hostname, port } = await table.client.config.endpoint!();
  const endpoint = `${protocol}//${hostname}:${port}`;

  await seed({ name: table.name, endpoint, region: 'us-east-1', operatorKey: 'local' }, []);

  for (const { id, phoneNumber } of USERS) {
    const number = await findNumber(table, id, phoneNumber);
    const agent = await getRecord(table, id, agentKind, number?.inbound_agent ?? '');
    expect(agent).toMatchObject({ name: 'Receptionist' });
  }
});

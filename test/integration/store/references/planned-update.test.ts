import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createRecords, getRecord } from '../../../../lambdas/store/records/records.ts';
import {
  type UpdatePlan,
  updatePlanned,
  updateRecord,
} from '../../../../lambdas/store/records/update-record.ts';
import { recordKey } from '../../../../lambdas/store/table/keys.ts';
import { tableOfFile } from '../../../support/table/table.ts';
import { agentOf, prepare } from './scene.ts';

const table = await tableOfFile();

describe('a planned update', () => {
  async function prepareAgent() {
    const scene = await prepare(table);
    const { user, prompt, voice, action } = scene;
    const agent = agentOf(user, { prompt, voice, actions: [action] }).record;
    await createRecords(table, [{ kind: 'agent', record: agent }]);
    const update = (plan: (agent: { readonly voice: string }) => Promise<UpdatePlan>) =>
      updatePlanned(table, user, { kind: 'agent', id: agent.id, plan });
    return { ...scene, agent, update };
  }

  it('changes other records with the record, and counts and changes a new target at once', async () => {
    const { user, voice, action, otherAction, agent, update } = await prepareAgent();
    const config = { note: 'x' };

    const updated = await update(async () => ({
      changes: { actions: [action, otherAction] },
      others: [
        { kind: 'voice', id: voice, changes: { voice_id: 'other' } },
        { kind: 'action', id: otherAction, changes: { config } },
      ],
    }));
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: recordKey(user, 'action', otherAction) }),
    );

    expect(updated).toEqual({ ...agent, actions: [action, otherAction] });
    expect(await getRecord(table, user, 'voice', voice)).toMatchObject({ voice_id: 'other' });
    expect(Item).toMatchObject({ config, referred_to: 1 });
  });

  it('is planned again if the references changed meanwhile, and then changes only what it planned last', async () => {
    const { user, voice, otherVoice, agent, update } = await prepareAgent();
    const seen: string[] = [];

    await update(async (read) => {
      seen.push(read.voice);
      if (seen.length === 1)
        await updateRecord(table, user, { kind: 'agent', id: agent.id, changes: { voice: otherVoice } });
      return { changes: {}, others: [{ kind: 'voice', id: read.voice, changes: { voice_id: 'other' } }] };
    });

    expect(seen).toEqual([voice, otherVoice]);
    expect(await getRecord(table, user, 'voice', voice)).toMatchObject({ voice_id: 'default' });
    expect(await getRecord(table, user, 'voice', otherVoice)).toMatchObject({ voice_id: 'other' });
  });
});

import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { agentTuning } from '../../../../lambdas/domain/records/agent.ts';
import { listRecords } from '../../../../lambdas/store/lists/pages.ts';
import type { ConfigurationKind } from '../../../../lambdas/store/records/kinds.ts';
import { createRecords } from '../../../../lambdas/store/records/records.ts';
import { recordKey } from '../../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';

export const promptOf = (user_id: string, id = v7()) =>
  ({ kind: 'prompt', record: { id, user_id, content: 'x' } }) as const;
export const voiceOf = (user_id: string, id = v7()) =>
  ({ kind: 'voice', record: { id, user_id, type: 'voice_builtin', voice_id: 'default' } }) as const;
export const actionOf = (user_id: string, id = v7()) =>
  ({
    kind: 'action',
    record: {
      id,
      user_id,
      type: 'action_end_conversation',
      config: {},
      action_trigger: { type: 'action_trigger_function_call', config: {} },
    },
  }) as const;

interface Related {
  readonly id?: string;
  readonly prompt: string;
  readonly voice: string;
  readonly actions?: string[];
}

export const agentOf = (user_id: string, { id = v7(), actions = [], ...related }: Related) =>
  ({ kind: 'agent', record: { ...agentTuning.parse({}), id, user_id, actions, ...related } }) as const;

/** A user with a prompt, two voices and two actions, without references. */
export async function prepare(table: Table) {
  const user = randomUUID();
  const [prompt, voice, otherVoice] = [promptOf(user), voiceOf(user), voiceOf(user)];
  const actions = [actionOf(user), actionOf(user)];
  await createRecords(table, [prompt, voice, otherVoice, ...actions]);
  const [action = '', otherAction = ''] = actions.map(({ record }) => record.id);
  return {
    user,
    prompt: prompt.record.id,
    voice: voice.record.id,
    otherVoice: otherVoice.record.id,
    action,
    otherAction,
  };
}

/** The stored number of records that refer to a record. */
export async function countOf(
  table: Table,
  user: string,
  kind: ConfigurationKind,
  id: string,
): Promise<number | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: recordKey(user, kind, id), ConsistentRead: true }),
  );
  return Item && Number(Item.referred_to ?? 0);
}

export async function totalOf(table: Table, user: string, kind: ConfigurationKind): Promise<number> {
  const request = { page: 1, size: 1, descending: false, maxBytes: 1_000_000 };
  return (await listRecords(table, { userId: user, kind }, request)).total;
}

/** The table, whose client shows each command before it is sent. */
export function watchedTable(table: Table, look: (command: object) => void): Table {
  const send = async (command: object) => {
    look(command);
    return table.client.send(command as never);
  };
  return { ...table, client: Object.assign(Object.create(table.client), { send }) };
}

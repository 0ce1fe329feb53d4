import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { agentsList, allOf, connectionsList, testsList, webhooksList } from '../api/lists.ts';
import { agentChoices } from '../format/label.ts';

/** A record that a field can name. */
export interface Choice {
  readonly id: string;
  readonly label: string;
}

const LISTS = {
  voice: '/v1/voices/list',
  vector_database: '/v1/vector_databases/list',
  actions: '/v1/actions/list',
} as const;

/** The records that the field of this name can refer to. */
export function choicesOf(name: string) {
  return queryOptions({
    queryKey: ['choices', name],
    queryFn: async ({ client }): Promise<readonly Choice[]> => {
      switch (name) {
        case 'voice':
        case 'vector_database':
        case 'actions':
          return (await allOf<{ readonly id: string }>(api.list(LISTS[name], { query: { size: 100 } }))).map(
            labelled,
          );
        case 'webhook':
          return (await client.fetchQuery(webhooksList)).map(({ id, url }) => ({ id, label: url }));
        case 'llm_account_connection':
        case 'telephony_account_connection':
          return (await client.fetchQuery(connectionsList))
            .filter(
              ({ type }) => type === `account_connection_${name.startsWith('llm') ? 'llm' : 'telephony'}`,
            )
            .map(labelled);
        case 'inbound_agent':
          return agentChoices(await client.fetchQuery(agentsList)).map(([id, label]) => ({ id, label }));
        case 'publish_requires':
          return (await client.fetchQuery(testsList)).map(({ id, name: label }) => ({ id, label }));
        case 'prompt':
          return (await allOf(api.list('/v1/prompts/list', { query: { size: 100 } }))).map(
            ({ id, content }) => ({
              id,
              label: content.slice(0, 80),
            }),
          );
        default:
          return [];
      }
    },
  });
}

/** Fields that tell records of one kind apart, the best first. */
const TELLING = ['name', 'label', 'voice_name', 'voice_id', 'index', 'url'];

/** A record by its kind and what tells it apart. */
function labelled(record: { readonly id: string }): Choice {
  const fields: Readonly<Record<string, unknown>> = { ...record };
  const config = typeof fields.config === 'object' && fields.config !== null ? { ...fields.config } : {};
  const all: Readonly<Record<string, unknown>> = { ...config, ...fields };
  const kind = typeof fields.type === 'string' ? fields.type.replaceAll('_', ' ') : '';
  const telling = TELLING.map((name) => all[name]).find((value) => typeof value === 'string' && value !== '');
  return { id: record.id, label: [kind, telling ?? record.id.slice(-8)].filter(Boolean).join(': ') };
}

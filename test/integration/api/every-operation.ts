import { SAMPLES } from '../../support/samples.ts';
import { ALL_EVENTS } from '../../support/scene.ts';

/** The query parameters of a request. */
export type RequestQuery = Readonly<Record<string, string | undefined>>;

/** Operations that no request below calls, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'calls/recording': 'It redirects; its answer has no body.',
  'numbers/buy': 'It needs the vendor; it answers as numbers/get.',
  'numbers/link': 'It needs the vendor; it answers as numbers/get.',
  'numbers/search': 'It answers with what the vendor sells, and with nothing stored.',
  'rehearsals/say': 'It needs a model; it answers as rehearsals/get.',
};

const GROUPS = [
  'prompts',
  'voices',
  'actions',
  'webhooks',
  'vector_databases',
  'account_connections',
  'agents',
];

/** Each operation that shows a stored record: its query, body and version. The records have these ids. */
export function operations(
  ids: Readonly<Record<string, string>>,
): [string, RequestQuery?, object?, string?][] {
  const inGroups = GROUPS.flatMap((group): [string, RequestQuery?, object?][] => {
    const path = group.replaceAll('_', '-');
    const query = { id: ids[group] };
    return [[`${path}/get`, query], [`${path}/list`], [`${path}/update`, query, {}]];
  });
  const phone = { phone_number: '+15550001111' };
  const pool = { phone_number: '+15550003333' };
  const call = { id: ids.calls };
  const listing = { phone_numbers: [pool.phone_number], reason: 'They asked us.' };
  const deliveries = ALL_EVENTS.flatMap((type): [string, RequestQuery?][] => [
    ['webhooks/deliveries/get', { id: ids[type] }],
  ]);
  return [
    ...inGroups,
    ...deliveries,
    ['account-connections/get', { id: ids.telephony }],
    ['account-connections/add-to-steering-pool', { id: ids.telephony }, pool],
    ['account-connections/remove-from-steering-pool', { id: ids.telephony }, pool],
    [
      'agents/create',
      {},
      { prompt: ids.prompts, voice: ids.voices, actions: [ids.actions], webhook: ids.webhooks },
    ],
    [
      'agents/create',
      {},
      { prompt: 'Be kind.', voice: ids.voices, actions: [ids.actions], webhook: ids.webhooks },
    ],
    ['numbers/get', phone],
    ['numbers/list'],
    ['numbers/list', {}, {}, '2023-08'],
    ['numbers/update', phone, { label: 'Front desk' }],
    ['calls/get', call],
    ['calls/list'],
    ['calls/list', {}, {}, '2026-11'],
    ['calls/list', { agent: ids.agents, page: '1' }],
    ['calls/list', { agent: ids.agents }],
    ['calls/end', call],
    ['calls/create', {}, { from_number: '+15550001111', to_number: '+15550004444', agent: ids.agents }],
    ['do-not-call/add', {}, listing],
    ['do-not-call/check', pool],
    ['do-not-call/list'],
    ['do-not-call/remove', {}, listing],
    ['do-not-call/history', pool],
    ['webhooks/deliveries/list'],
    ['webhooks/deliveries/retry', { id: ids.event_message }],
    ['webhooks/rotate-secret', { id: ids.webhooks }],
    ['webhooks/test', { id: ids.webhooks }],
    ['webhooks/replay', { id: ids.webhooks }, { from: '2026-01-01T00:00:00Z' }],
    ['numbers/cancel', phone],
    ['usage/get'],
    ['audit/list'],
    ['audit/list', { record: ids.prompts }],
    ['agents/versions/list', { id: ids.greeting }],
    ['agents/versions/get', { id: ids.greeting, version: '1' }],
    ['agents/publish', { id: ids.greeting }, { version: 2 }],
    ['agents/rollback', { id: ids.greeting }, { version: 1 }],
    ['agents/versions/delete', { id: ids.greeting, version: '1' }],
    ['rehearsals/get', { id: ids.rehearsals }],
    ['rehearsals/fork', { id: ids.rehearsals }, { before: 2 }],
    ['rehearsals/create', {}, { agent: ids.greeting }],
    ['calls/turns', call],
    ['calls/turns', { id: ids.open }],
    [
      'calls/batch',
      {},
      { from_number: '+15550001111', agent: ids.agents, recipients: [{ to_number: '+15550007777' }] },
    ],
    ['calls/analyze', { id: ids.another }],
    ['calls/analyze-batch', {}, { calls: [ids.analyzed, ids.open] }],
    ['tokens/create', {}, { scopes: ['read'] }],
    ['tokens/get', { id: ids.tokens }],
    ['tokens/list'],
    ['tokens/rotate', { id: ids.rotated }, {}],
    ['tokens/revoke', { id: ids.revoked }],
    ['sessions/create', {}, {}],
    ['sessions/get-current'],
    ['sessions/end'],
    ['numbers/delete', { id: ids.cancelled }],
    ['calls/delete', { id: ids.another }],
    ...Object.entries(SAMPLES).map(([group, sample]): [string, RequestQuery, object] => [
      `${group.replaceAll('_', '-')}/create`,
      {},
      sample,
    ]),
    ...GROUPS.map((group): [string, RequestQuery] => [
      `${group.replaceAll('_', '-')}/delete`,
      { id: ids[`spare_${group}`] },
    ]),
  ];
}

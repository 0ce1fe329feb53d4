import { queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';
import { allOf, firstPages } from '../../api/lists.ts';

/** Milliseconds between two looks at a campaign that runs, and at another one. */
const LIVE_MS = 3000;
const IDLE_MS = 30_000;

export const intervalOf = (status: Schema<'CampaignStatus'> | undefined) =>
  status === 'running' ? LIVE_MS : IDLE_MS;

/** All campaigns. */
export const campaignsList = queryOptions({
  queryKey: ['campaigns'],
  queryFn: () => allOf(api.list('/v1/campaigns/list', { query: { size: 100 } })),
});

export const campaignOf = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: () => api.get('/v1/campaigns', { query: { id } }),
  });

/** How far a campaign is. */
export const reportOf = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id, 'report'],
    queryFn: () => api.get('/v1/campaigns/report', { query: { id } }),
    refetchInterval: ({ state }) => intervalOf(state.data?.status),
  });

/** The evidence of all calls. Only a request of the user begins it; when it is ready, its only file is downloaded. */
export const evidenceOf = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id, 'evidence'],
    queryFn: async () => {
      const evidence = await api.get('/v1/campaigns/evidence', { query: { id } });
      const [url, ...others] = evidence.urls ?? [];
      if (url !== undefined && others.length === 0) location.assign(url);
      return evidence;
    },
    enabled: ({ state }) => state.data?.state === 'preparing',
    refetchInterval: LIVE_MS,
  });

/** The first pages of the recipients of a campaign, of when they would be called, or of its refused rows. */
export const recipientsOf = (id: string, pages: number, what: 'stored' | 'preview' | 'refused') =>
  queryOptions({
    queryKey: ['campaigns', id, what, pages],
    queryFn: () =>
      firstPages(
        (cursor) => {
          const query = { id, size: 50, cursor, ...(what !== 'stored' && { [what]: 'true' as const }) };
          return api.page('/v1/campaigns/recipients', { query });
        },
        (_, read) => read >= pages,
      ),
    placeholderData: (before) => before,
  });

const PAUSES: Readonly<Record<Schema<'PauseReason'>, string>> = {
  user: 'by you',
  budget: 'budget spent',
  failures: 'too many failed calls in a row',
  abandoned: 'too many abandoned calls',
  agent: 'agent or number can’t be used',
};

/** Why a campaign is paused. */
export const pauseWords = ({
  status,
  paused_because: reason,
}: Pick<Schema<'CampaignReport'>, 'status' | 'paused_because'>) =>
  status === 'paused' && reason ? PAUSES[reason] : undefined;

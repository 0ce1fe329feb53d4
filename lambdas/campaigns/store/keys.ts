import { inUser, type Key } from '../../platform/table/keys.ts';

export interface CampaignKey {
  readonly userId: string;
  readonly campaignId: string;
}

const partition = ({ userId, campaignId }: CampaignKey) => `CAMPAIGN#${userId}#${campaignId}`;

/** The key of what a campaign has counted, and when it is looked at next. */
export const progressKey = (key: CampaignKey): Key => ({ pk: partition(key), sk: 'PROGRESS' });

export const recipientKey = (key: CampaignKey, number: string): Key => ({
  pk: partition(key),
  sk: `RECIPIENT#${number}`,
});

/** What the keys of the rows that were refused begin with. */
export const refusedKeys = (key: CampaignKey): Key => ({ pk: partition(key), sk: 'REFUSED#' });

export const refusedKey = (key: CampaignKey, source: string, line: number): Key => ({
  pk: partition(key),
  sk: `REFUSED#${source}#${String(line).padStart(6, '0')}`,
});

/** The key of the campaign that called a number last, so that no other calls it for some time. */
export const contactKey = (userId: string, number: string): Key => inUser(userId, `CONTACT#${number}`);

/** The partition of the index in which campaigns wait for their next look. */
export const CAMPAIGNS = 'CAMPAIGNS';

export function campaignOf(pk: string): CampaignKey {
  const [, userId = '', campaignId = ''] = pk.split('#');
  return { userId, campaignId };
}

/** The partitions of the index with the recipients that wait, and with those who are called. */
export const waitingIn = partition;
export const callingIn = (key: CampaignKey) => `${partition(key)}#CALLING`;

/** Below this, the bucket deletes files after a day. */
export const UPLOADS = 'uploads/';

/** Where a file of recipients is uploaded. */
export const uploadPath = ({ userId, campaignId }: CampaignKey, importId: string): string =>
  `${UPLOADS}${userId}/${campaignId}/${importId}`;

export const archivePath = (key: CampaignKey, file: string): string =>
  uploadPath(key, `evidence-${file}.jsonl.gz`);

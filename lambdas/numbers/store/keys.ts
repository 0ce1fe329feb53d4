import { inUser, type Key, RATE_LIMIT_PREFIX } from '../../platform/table/keys.ts';

export const phoneKey = (userId: string, phoneNumber: string): Key => inUser(userId, `PHONE#${phoneNumber}`);

export const holderKey = (phoneNumber: string): Key => ({ pk: `PHONE#${phoneNumber}`, sk: 'HOLDER' });

/** The key of the rate limit of searches for numbers on the platform's telephony account. */
export const platformNumberSearchesKey: Key = {
  pk: `${RATE_LIMIT_PREFIX}PLATFORM`,
  sk: 'SEARCHES_FOR_NUMBERS',
};

import { queueAt } from '../platform/queues.ts';

export const importQueue = queueAt('CAMPAIGN_IMPORTS_URL', 'campaign imports');

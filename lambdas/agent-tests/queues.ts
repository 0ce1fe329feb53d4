import { queueAt } from '../platform/queues.ts';

export const testCaseQueue = queueAt('TEST_CASES_URL', 'test cases');

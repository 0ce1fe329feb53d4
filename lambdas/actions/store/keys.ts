import { inUser, type Key } from '../../platform/table/keys.ts';

export const actionTestsKey = (userId: string): Key => inUser(userId, 'TESTS_OF_ACTIONS');

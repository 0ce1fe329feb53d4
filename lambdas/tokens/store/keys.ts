import type { Key } from '../../platform/table/keys.ts';

export const tokenKey = (hash: string): Key => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' });

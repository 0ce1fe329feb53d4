import { inject } from 'vitest';
import { Api } from './api.ts';

/** The service that serves all test files of a run. */
export const connection = inject('connection');

/** Its first user. */
export const api = new Api(connection.base_url, connection.access_token);

/** Another user. */
export const otherApi = new Api(connection.base_url, connection.second_access_token);

import { text, type Variable } from './variable.ts';

// Variables that Lambda itself sets.

export const AWS_REGION: Variable<string> = { name: 'AWS_REGION', codec: text };
export const AWS_ACCESS_KEY_ID: Variable<string> = { name: 'AWS_ACCESS_KEY_ID', codec: text };
export const AWS_SECRET_ACCESS_KEY: Variable<string> = { name: 'AWS_SECRET_ACCESS_KEY', codec: text };
export const AWS_SESSION_TOKEN: Variable<string> = { name: 'AWS_SESSION_TOKEN', codec: text };

import { textCodec, type Variable } from './variable.ts';

export const TABLE_NAME: Variable<string> = { name: 'TABLE_NAME', codec: textCodec };
export const TELEPHONY_SECRET_ARN: Variable<string> = { name: 'TELEPHONY_SECRET_ARN', codec: textCodec };
export const LLM_SECRET_ARN: Variable<string> = { name: 'LLM_SECRET_ARN', codec: textCodec };
export const LLM_VENDOR_B_SECRET_ARN: Variable<string> = {
  name: 'LLM_VENDOR_B_SECRET_ARN',
  codec: textCodec,
};
export const CALLBACK_KEY_SECRET_ARN: Variable<string> = {
  name: 'CALLBACK_KEY_SECRET_ARN',
  codec: textCodec,
};
export const RECORDINGS_URL: Variable<string> = { name: 'RECORDINGS_URL', codec: textCodec };
export const EVENT_BUS_NAME: Variable<string> = { name: 'EVENT_BUS_NAME', codec: textCodec };
export const SCHEDULE_GROUP: Variable<string> = { name: 'SCHEDULE_GROUP', codec: textCodec };
export const SCHEDULE_ROLE_ARN: Variable<string> = { name: 'SCHEDULE_ROLE_ARN', codec: textCodec };
export const SCHEDULE_DEAD_LETTERS_ARN: Variable<string> = {
  name: 'SCHEDULE_DEAD_LETTERS_ARN',
  codec: textCodec,
};
export const CALLBACK_BASE_URL: Variable<string> = { name: 'CALLBACK_BASE_URL', codec: textCodec };
/** The address of the WebSocket, exactly as the vendor signs it. */
export const RELAY_URL: Variable<string> = { name: 'RELAY_URL', codec: textCodec };
/** The address at which frames are sent to the WebSocket's connections. */
export const CONNECTIONS_URL: Variable<string> = { name: 'CONNECTIONS_URL', codec: textCodec };
export const API_URL: Variable<string> = { name: 'API_URL', codec: textCodec };
export const BASE_URL: Variable<string> = { name: 'BASE_URL', codec: textCodec };

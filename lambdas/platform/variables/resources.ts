import { textVariable } from './variable.ts';

export const TABLE_NAME = textVariable('TABLE_NAME');
export const TELEPHONY_SECRET_ARN = textVariable('TELEPHONY_SECRET_ARN');
export const LLM_SECRET_ARN = textVariable('LLM_SECRET_ARN');
export const LLM_VENDOR_B_SECRET_ARN = textVariable('LLM_VENDOR_B_SECRET_ARN');
export const CALLBACK_KEY_SECRET_ARN = textVariable('CALLBACK_KEY_SECRET_ARN');
export const RECORDINGS_URL = textVariable('RECORDINGS_URL');
export const EVENT_BUS_NAME = textVariable('EVENT_BUS_NAME');
export const SCHEDULE_GROUP = textVariable('SCHEDULE_GROUP');
export const SCHEDULE_ROLE_ARN = textVariable('SCHEDULE_ROLE_ARN');
export const SCHEDULE_DEAD_LETTERS_ARN = textVariable('SCHEDULE_DEAD_LETTERS_ARN');
export const CALLBACK_BASE_URL = textVariable('CALLBACK_BASE_URL');
/** The address of the WebSocket, exactly as the vendor signs it. */
export const RELAY_URL = textVariable('RELAY_URL');
/** The address at which frames are sent to the WebSocket's connections. */
export const CONNECTIONS_URL = textVariable('CONNECTIONS_URL');
export const API_URL = textVariable('API_URL');
export const BASE_URL = textVariable('BASE_URL');

import type { Queue } from './queues.ts';
import { QUOTAS } from './table/quota-limits.ts';
import {
  CALLBACK_KEY_SECRET_ARN,
  CONNECTIONS_URL,
  EVENT_BUS_NAME,
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  RECORDINGS_URL,
  SCHEDULE_DEAD_LETTERS_ARN,
  SCHEDULE_GROUP,
  SCHEDULE_ROLE_ARN,
  TABLE_NAME,
  TELEPHONY_SECRET_ARN,
} from './variables/resources.ts';
import type { Variable } from './variables/variable.ts';

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

export type RecordingAction = 'GetObject' | 'PutObject' | 'DeleteObject';

export type ScheduleAction = 'CreateSchedule' | 'DeleteSchedule';

export type Grant = { readonly variables: readonly Variable<unknown>[] } & (
  | {
      readonly to:
        | 'telephonyAccount'
        | 'callbackKey'
        | 'languageModels'
        | 'secretVersions'
        | 'connections'
        | 'eventBus'
        | 'speech';
    }
  | { readonly to: 'table'; readonly actions: readonly TableAction[]; readonly indexes: readonly string[] }
  | { readonly to: 'items'; readonly actions: readonly TableAction[]; readonly prefixes: readonly string[] }
  | { readonly to: 'recordings'; readonly actions: readonly RecordingAction[] }
  | { readonly to: 'send' | 'ownQueue'; readonly queue: Queue }
  | { readonly to: 'schedule'; readonly queue: Queue; readonly actions: readonly ScheduleAction[] }
);

/** Permits actions on the table and queries of these indexes. A function with the table also gets the quotas. */
export const tableAccess = (actions: readonly TableAction[], indexes: readonly string[] = []): Grant => ({
  to: 'table',
  actions,
  indexes,
  variables: [TABLE_NAME, QUOTAS],
});

export const itemAccess = (actions: readonly TableAction[], prefixes: readonly string[]): Grant => ({
  to: 'items',
  actions,
  prefixes,
  variables: [TABLE_NAME],
});

export const telephonyAccount: Grant = { to: 'telephonyAccount', variables: [TELEPHONY_SECRET_ARN] };

/** Permits a function to make and check the keys in the addresses of callbacks. */
export const callbackKeys: Grant = { to: 'callbackKey', variables: [CALLBACK_KEY_SECRET_ARN] };

export const languageModels: Grant = {
  to: 'languageModels',
  variables: [LLM_SECRET_ARN, LLM_VENDOR_B_SECRET_ARN],
};

export const connections: Grant = { to: 'connections', variables: [CONNECTIONS_URL] };

/** Permits a function to let Amazon Polly speak. */
export const speaking: Grant = { to: 'speech', variables: [] };

export const eventBus: Grant = { to: 'eventBus', variables: [EVENT_BUS_NAME] };

export const recordings = (actions: readonly RecordingAction[]): Grant => ({
  to: 'recordings',
  actions,
  variables: [RECORDINGS_URL],
});

export const sendTo = (queue: Queue): Grant => ({ to: 'send', queue, variables: [queue.url] });

/** Names the function's own queue, in which every consumer may postpone messages. */
export const ownQueue = (queue: Queue): Grant => ({ to: 'ownQueue', queue, variables: [queue.url] });

export const schedule = (queue: Queue, actions: readonly ScheduleAction[]): Grant => ({
  to: 'schedule',
  queue,
  actions,
  variables: [SCHEDULE_GROUP, SCHEDULE_ROLE_ARN, SCHEDULE_DEAD_LETTERS_ARN],
});

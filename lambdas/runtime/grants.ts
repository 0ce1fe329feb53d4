import type { Queue, Schedules } from './queues.ts';
import { QUOTAS } from './variables/quotas.ts';
import {
  CALLBACK_KEY_SECRET_ARN,
  CONNECTIONS_URL,
  EVENT_BUS_NAME,
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  RECORDINGS_URL,
  SCHEDULE_GROUP,
  SCHEDULE_ROLE_ARN,
  TABLE_NAME,
  TELEPHONY_SECRET_ARN,
} from './variables/resources.ts';
import type { Variable } from './variables/variable.ts';

/** DynamoDB actions of functions, without the prefix of IAM. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** S3 actions of functions on recordings, without the prefix of IAM. */
export type RecordingAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** EventBridge Scheduler actions of functions, without the prefix of IAM. */
export type ScheduleAction = 'CreateSchedule' | 'DeleteSchedule';

/** Something that a function may do, with the variables that tell it how. */
export type Grant = { readonly variables: readonly Variable<unknown>[] } & (
  | { readonly to: 'telephonyAccount' | 'callbackKey' | 'languageModels' | 'connections' | 'eventBus' }
  | { readonly to: 'table'; readonly actions: readonly TableAction[]; readonly indexes: readonly string[] }
  | { readonly to: 'recordings'; readonly actions: readonly RecordingAction[] }
  | { readonly to: 'send' | 'ownQueue'; readonly queue: Queue }
  | { readonly to: 'schedule'; readonly schedules: Schedules; readonly actions: readonly ScheduleAction[] }
);

/** To act on the table and to query these indexes of it; whoever reaches the table knows the quotas. */
export const tableAccess = (actions: readonly TableAction[], indexes: readonly string[] = []): Grant => ({
  to: 'table',
  actions,
  indexes,
  variables: [TABLE_NAME, QUOTAS],
});

/** To use the platform's account at the telephony vendor. */
export const telephonyAccount: Grant = { to: 'telephonyAccount', variables: [TELEPHONY_SECRET_ARN] };

/** To make and check the keys in the addresses of callbacks. */
export const callbackKey: Grant = { to: 'callbackKey', variables: [CALLBACK_KEY_SECRET_ARN] };

/** To use the platform's accounts at the language-model vendors. */
export const languageModels: Grant = {
  to: 'languageModels',
  variables: [LLM_SECRET_ARN, LLM_VENDOR_B_SECRET_ARN],
};

/** To send frames to the WebSocket's connections. */
export const connections: Grant = { to: 'connections', variables: [CONNECTIONS_URL] };

/** To publish events. */
export const eventBus: Grant = { to: 'eventBus', variables: [EVENT_BUS_NAME] };

/** To act on the recordings of calls. */
export const recordings = (actions: readonly RecordingAction[]): Grant => ({
  to: 'recordings',
  actions,
  variables: [RECORDINGS_URL],
});

/** To send messages to a queue. */
export const sendTo = (queue: Queue): Grant => ({ to: 'send', queue, variables: [queue.url] });

/** To name its own queue, in which every consumer may postpone messages. */
export const ownQueue = (queue: Queue): Grant => ({ to: 'ownQueue', queue, variables: [queue.url] });

/** To have schedules send messages to a queue. */
export const schedule = (schedules: Schedules, actions: readonly ScheduleAction[]): Grant => ({
  to: 'schedule',
  schedules,
  actions,
  variables: [SCHEDULE_GROUP, SCHEDULE_ROLE_ARN, schedules.queueArn, schedules.deadLettersArn],
});

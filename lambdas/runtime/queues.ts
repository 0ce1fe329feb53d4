import {
  DELIVERY_DEAD_LETTERS_ARN,
  DELIVERY_QUEUE_ARN,
  DELIVERY_QUEUE_URL,
  DIAL_DEAD_LETTERS_ARN,
  DIAL_QUEUE_ARN,
  DIAL_QUEUE_URL,
  DUE_TURNS_URL,
  RECORDING_QUEUE_URL,
  REDELIVERY_DEAD_LETTERS_ARN,
  REDELIVERY_QUEUE_ARN,
  REDELIVERY_QUEUE_URL,
  SILENCE_CHECKS_URL,
  UNPUBLISHED_RECORDS_URL,
} from './variables/resources.ts';
import type { Variable } from './variables/variable.ts';

export interface Queue {
  readonly name: string;
  readonly url: Variable<string>;
}

export interface Schedules {
  readonly queue: Queue;
  readonly queueArn: Variable<string>;
  readonly deadLettersArn: Variable<string>;
}

export const dialQueue: Queue = { name: 'dial', url: DIAL_QUEUE_URL };
export const deliveryQueue: Queue = { name: 'deliveries', url: DELIVERY_QUEUE_URL };
export const redeliveryQueue: Queue = { name: 'redeliveries', url: REDELIVERY_QUEUE_URL };
export const recordingQueue: Queue = { name: 'recordings', url: RECORDING_QUEUE_URL };
export const silenceCheckQueue: Queue = { name: 'silence checks', url: SILENCE_CHECKS_URL };
export const dueTurnQueue: Queue = { name: 'due turns', url: DUE_TURNS_URL };
/** The dead-letter queue of stream records that cannot be read. */
export const unpublishedRecords: Queue = { name: 'unpublished records', url: UNPUBLISHED_RECORDS_URL };

export const dialSchedules: Schedules = {
  queue: dialQueue,
  queueArn: DIAL_QUEUE_ARN,
  deadLettersArn: DIAL_DEAD_LETTERS_ARN,
};
export const deliverySchedules: Schedules = {
  queue: deliveryQueue,
  queueArn: DELIVERY_QUEUE_ARN,
  deadLettersArn: DELIVERY_DEAD_LETTERS_ARN,
};
export const redeliverySchedules: Schedules = {
  queue: redeliveryQueue,
  queueArn: REDELIVERY_QUEUE_ARN,
  deadLettersArn: REDELIVERY_DEAD_LETTERS_ARN,
};

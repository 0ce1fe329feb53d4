import { text, type Variable } from './variables/variable.ts';

/** A queue, by the variables that tell functions of it. */
export interface Queue {
  readonly name: string;
  readonly url: Variable<string>;
}

/** A queue for whose messages one-time schedules can be made. */
export interface ScheduledQueue extends Queue {
  readonly arn: Variable<string>;
  readonly deadLettersArn: Variable<string>;
}

export const dialQueue: ScheduledQueue = {
  name: 'dial',
  url: { name: 'DIAL_QUEUE_URL', codec: text },
  arn: { name: 'DIAL_QUEUE_ARN', codec: text },
  deadLettersArn: { name: 'DIAL_DEAD_LETTERS_ARN', codec: text },
};

export const deliveryQueue: ScheduledQueue = {
  name: 'deliveries',
  url: { name: 'DELIVERY_QUEUE_URL', codec: text },
  arn: { name: 'DELIVERY_QUEUE_ARN', codec: text },
  deadLettersArn: { name: 'DELIVERY_DEAD_LETTERS_ARN', codec: text },
};

export const redeliveryQueue: ScheduledQueue = {
  name: 'redeliveries',
  url: { name: 'REDELIVERY_QUEUE_URL', codec: text },
  arn: { name: 'REDELIVERY_QUEUE_ARN', codec: text },
  deadLettersArn: { name: 'REDELIVERY_DEAD_LETTERS_ARN', codec: text },
};

export const recordingQueue: Queue = {
  name: 'recordings',
  url: { name: 'RECORDING_QUEUE_URL', codec: text },
};

export const silenceCheckQueue: Queue = {
  name: 'silence checks',
  url: { name: 'SILENCE_CHECKS_URL', codec: text },
};

import { text, type Variable } from './variables/variable.ts';

export interface Queue {
  readonly name: string;
  readonly url: Variable<string>;
}

export const dialQueue: Queue = { name: 'dial', url: { name: 'DIAL_QUEUE_URL', codec: text } };
export const deliveryQueue: Queue = { name: 'deliveries', url: { name: 'DELIVERY_QUEUE_URL', codec: text } };
export const redeliveryQueue: Queue = {
  name: 'redeliveries',
  url: { name: 'REDELIVERY_QUEUE_URL', codec: text },
};
export const recordingQueue: Queue = {
  name: 'recordings',
  url: { name: 'RECORDING_QUEUE_URL', codec: text },
};
export const silenceCheckQueue: Queue = {
  name: 'silence checks',
  url: { name: 'SILENCE_CHECKS_URL', codec: text },
};
export const dueTurnQueue: Queue = { name: 'due turns', url: { name: 'DUE_TURNS_URL', codec: text } };
/** The dead-letter queue of stream records that cannot be read. */
export const unpublishedRecords: Queue = {
  name: 'unpublished records',
  url: { name: 'UNPUBLISHED_RECORDS_URL', codec: text },
};

import { queueAt } from '../platform/queues.ts';

export const deliveryQueue = queueAt('DELIVERY_QUEUE_URL', 'deliveries');
export const redeliveryQueue = queueAt('REDELIVERY_QUEUE_URL', 'redeliveries');

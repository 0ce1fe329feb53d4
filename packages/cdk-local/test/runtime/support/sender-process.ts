import { openQueues } from '../../../src/aws/sqs/queues/queues.ts';

const [directory = '', encodedResources = '[]'] = process.argv.slice(2);
const queues = await openQueues({ directory, resources: JSON.parse(encodedResources) });
const queue = queues.find('work');
if (!queue) throw new Error('There is no queue');

// Prints each message after it is acknowledged; every third is received and stays in flight.
for (let number = 0; ; number += 1) {
  await queue.send([{ body: String(number), senderId: 'test' }]);
  process.stdout.write(`${number}\n`);
  if (number % 3 === 0) await queue.receive(1);
}

import type { IConstruct } from 'constructs';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Sources } from './sources.ts';

/** Finds the queues of an environment, and the functions that publish its stream and handle its frames. */
export function findSources(stage: IConstruct): Pick<Sources, 'queues' | 'publisher' | 'frameHandler'> {
  const constructs = stage.node.findAll();
  const consumers = constructs.filter((each) => each instanceof QueueConsumer);
  const functionOf = (id: string): ServiceFunction => {
    const found = constructs.find((each) => each instanceof ServiceFunction && each.node.id === id);
    if (!(found instanceof ServiceFunction)) throw new Error(`No function has the id ${id}.`);
    return found;
  };
  return {
    queues: new Map(consumers.map((each) => [each.deadLetterQueue.failedWork.section, each])),
    publisher: functionOf('Publish'),
    frameHandler: functionOf('Message'),
  };
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Service } from '../../../local/service.ts';

const QUEUE = 'SpyQueue';

/** Adds a rule to a synthesized environment that also sends every event of its bus to a queue. */
export function addBusSpy(assembly: string): void {
  const directory = join(assembly, 'assembly-Staging');
  // The bus is in the data stack.
  const name = readdirSync(directory).find((file) => /Data.*\.template\.json$/.test(file)) ?? '';
  const template = JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const resources: Record<string, { Type: string }> = template.Resources;
  const bus = Object.keys(resources).find((id) => resources[id]?.Type === 'AWS::Events::EventBus');
  const queueArn = { 'Fn::GetAtt': [QUEUE, 'Arn'] };
  Object.assign(resources, {
    [QUEUE]: { Type: 'AWS::SQS::Queue', Properties: {} },
    SpyPolicy: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: QUEUE }],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Action: 'sqs:SendMessage',
              Principal: { Service: 'events.amazonaws.com' },
              Resource: queueArn,
            },
          ],
        },
      },
    },
    SpyRule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        EventBusName: { Ref: bus },
        EventPattern: { source: [{ prefix: '' }] },
        State: 'ENABLED',
        Targets: [{ Id: 'Spy', Arn: queueArn }],
      },
    },
  });
  writeFileSync(join(directory, name), JSON.stringify(template));
}

/** The events of the spy's queue since the last read, as JSON texts. */
export async function readBusSpy({ connection, runtime }: Service): Promise<string[]> {
  const queue = runtime.resources.find(({ logicalId }) => logicalId === QUEUE);
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: connection.aws_endpoint_url, region: 'us-east-1', credentials });
  const events: string[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queue?.ref, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return events;
    events.push(...Messages.map(({ Body = '' }) => Body));
  }
}

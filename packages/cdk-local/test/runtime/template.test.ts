import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadResources } from '../../src/template/load.ts';
import { temporaryDirectory } from '../support/resources.ts';

const region = 'eu-west-1';
const account = '111122223333';

const EXAMPLE = {
  Notes: {
    Resources: {
      Queue: { Type: 'AWS::SQS::Queue' },
      Api: { Type: 'AWS::ApiGateway::RestApi' },
      Socket: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET' } },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          Policies: [{ PolicyDocument: { Statement: [{ Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } }] } }],
          ManagedPolicyArns: [{ 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/Any' }],
        },
      },
    },
    Outputs: {
      Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com/prod/' } },
      Socket: {
        Value: { 'Fn::Sub': 'wss://${Socket}.execute-api.${AWS::Region}.amazonaws.com/live' },
      },
      Connections: {
        Value: { 'Fn::Sub': 'https://${Socket}.execute-api.${AWS::Region}.amazonaws.com/live' },
      },
    },
  },
};

describe('loadResources', () => {
  const load = (path: string) =>
    loadResources(path, {
      region,
      account,
      urls: { apis: 'http://apis', aws: 'http://127.0.0.1:4000', distribution: 'http://edge' },
    });

  /** Loads stacks by their templates. */
  const loadTemplates = async (templates: Readonly<Record<string, object>>) => {
    const there = temporaryDirectory();
    const artifacts: Record<string, object> = {};
    for (const [name, template] of Object.entries(templates)) {
      const properties = { templateFile: `${name}.json`, stackName: name };
      artifacts[name] = { type: 'aws:cloudformation:stack', properties };
      writeFileSync(`${there.path}/${name}.json`, JSON.stringify(template));
    }
    writeFileSync(`${there.path}/manifest.json`, JSON.stringify({ artifacts }));
    return load(there.path).finally(there.remove);
  };

  it('resolves the imports of one stack from another', async () => {
    const { resources } = await loadTemplates({
      Near: {
        Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'near' } } },
        Outputs: { Name: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Export: { Name: 'Near:Arn' } } },
      },
      Far: {
        Resources: {
          Copy: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::ImportValue': 'Near:Arn' } } },
        },
      },
    });

    expect(resources.find(({ stack }) => stack === 'Far')?.properties.QueueName).toBe(
      `arn:aws:sqs:${region}:${account}:near`,
    );
  });

  it('leaves no intrinsic function in any property, and returns the same at each start', async () => {
    const { resources } = await loadTemplates(EXAMPLE);

    expect(JSON.stringify(resources)).not.toMatch(/"Fn::|"Ref":/);
    expect((await loadTemplates(EXAMPLE)).resources).toEqual(resources);
  });

  it('replaces the URLs of APIs and queues by local ones', async () => {
    const { resources, outputs } = await loadTemplates(EXAMPLE);

    const queue = resources.find(({ type }) => type === 'AWS::SQS::Queue');
    expect(Object.values(outputs)).toEqual(['http://apis/', 'ws://apis/live', 'http://127.0.0.1:4000']);
    expect(queue?.ref).toMatch(new RegExp(`^http://127.0.0.1:4000/${account}/`));
  });

  it.each([
    [
      'AWS::EC2::Instance',
      {},
      /Broken: the local runtime does not know the type AWS::EC2::Instance of Thing/,
    ],
    [
      'AWS::SQS::Queue',
      { QueueName: { 'Fn::GetAtt': ['Other', 'Colour'] } },
      /Broken\/Thing: .*Colour of Other/,
    ],
    ['AWS::SQS::Queue', { QueueName: { 'Fn::ImportValue': 'nothing' } }, /Broken\/Thing: .*exports nothing/],
  ])('refuses a %s with %j by name', async (Type, Properties, message) => {
    const Resources = { Thing: { Type, Properties }, Other: { Type: 'AWS::SQS::Queue' } };

    await expect(loadTemplates({ Broken: { Resources } })).rejects.toThrow(message);
  });
});

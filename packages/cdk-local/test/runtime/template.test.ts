import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadResources } from '../../src/template/load.ts';
import { synthesizeMiniApp } from './support/mini-app.ts';
import { account, region, temporaryDirectory } from './support/start-mini-app.ts';

describe('loadResources', () => {
  const directory = temporaryDirectory();
  let assembly: string;

  beforeAll(() => {
    assembly = synthesizeMiniApp(directory.path);
  });
  afterAll(directory.remove);

  const load = (path: string) =>
    loadResources(path, {
      region,
      account,
      awsEndpoint: 'http://127.0.0.1:4000',
      urls: ({ kind, stage }) => `local://${kind}/${stage}`,
    });

  it('resolves the imports of one stack from another', async () => {
    const { resources } = await load(assembly);

    const table = resources.find(({ type }) => type === 'AWS::DynamoDB::Table');
    const mapping = resources.find(({ properties }) => properties.StartingPosition !== undefined);
    expect(table?.stack).toBe('Mini-Data');
    expect(mapping?.stack).toBe('Mini-Flow');
    expect(mapping?.properties.EventSourceArn).toBe(table?.attributes.StreamArn);
    expect(table?.attributes.Arn).toBe(`arn:aws:dynamodb:${region}:${account}:table/${table?.ref}`);
  });

  it('resolves outputs that one stack reads from another in its region', async () => {
    const stack = (name: string, region: string) => ({
      type: 'aws:cloudformation:stack',
      environment: `aws://${account}/${region}`,
      properties: { templateFile: `${name}.json`, stackName: 'Producer' },
    });
    const producer = (QueueName: string) => ({
      Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName } } },
      Outputs: { Name: { Value: { 'Fn::GetAtt': ['Queue', 'QueueName'] } } },
    });
    const there = temporaryDirectory();
    const artifacts = {
      Far: stack('Far', 'ap-south-1'),
      Near: stack('Near', region),
      Consumer: { ...stack('Consumer', region), properties: { templateFile: 'Consumer.json' } },
    };
    const QueueName = { 'Fn::GetStackOutput': { StackName: 'Producer', OutputName: 'Name' } };
    const Resources = { Copy: { Type: 'AWS::SQS::Queue', Properties: { QueueName } } };
    writeFileSync(`${there.path}/manifest.json`, JSON.stringify({ artifacts }));
    writeFileSync(`${there.path}/Far.json`, JSON.stringify(producer('far')));
    writeFileSync(`${there.path}/Near.json`, JSON.stringify(producer('near')));
    writeFileSync(`${there.path}/Consumer.json`, JSON.stringify({ Resources }));

    const { resources } = await load(there.path);

    expect(resources.find(({ stack: name }) => name === 'Consumer')?.properties.QueueName).toBe('near');
    there.remove();
  });

  it('leaves no intrinsic function in any property', async () => {
    const { resources } = await load(assembly);

    expect(JSON.stringify(resources)).not.toMatch(/"Fn::|"Ref":/);
  });

  it('returns the same names and ids at each start', async () => {
    const first = await load(assembly);
    const second = await load(assembly);

    expect(second.resources).toEqual(first.resources);
  });

  it('replaces the URLs of APIs and queues by local ones', async () => {
    const { resources, outputs } = await load(assembly);

    const probe = resources.find(
      ({ logicalId, type }) => type.endsWith('::Function') && logicalId.startsWith('Probe'),
    );
    const queue = resources.find(({ type }) => type === 'AWS::SQS::Queue');
    expect(outputs['Mini-Flow.SocketUrl']).toBe('local://websocket/live');
    expect(probe?.properties.Environment).toMatchObject({
      Variables: { CONNECTIONS: 'local://connections/live' },
    });
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
    [
      'AWS::SQS::Queue',
      { QueueName: { 'Fn::GetStackOutput': { StackName: 'Broken', OutputName: 'Nothing' } } },
      /Broken\/Thing: .*no stack Broken in .* has the output Nothing/,
    ],
  ])('refuses a %s with %j by name', async (Type, Properties, message) => {
    const broken = temporaryDirectory();
    const artifact = {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: 't.json', stackName: 'Broken' },
    };
    const Resources = { Thing: { Type, Properties }, Other: { Type: 'AWS::SQS::Queue' } };
    writeFileSync(`${broken.path}/manifest.json`, JSON.stringify({ artifacts: { Broken: artifact } }));
    writeFileSync(`${broken.path}/t.json`, JSON.stringify({ Resources }));

    const loading = load(broken.path);

    await expect(loading).rejects.toThrow(message);
    broken.remove();
  });
});

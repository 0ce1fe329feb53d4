import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { stageTemplates } from '../support/run/stage-templates.ts';

type Tags = readonly { readonly Key: string; readonly Value: string }[] | Readonly<Record<string, string>>;

/** The tags of each tagged resource of a stack: services write them in two ways. */
const taggedOf = (template: Template) =>
  Object.entries<{ Type: string; Properties?: { Tags?: Tags } }>(template.toJSON().Resources).flatMap(
    ([id, { Type, Properties: { Tags: tags } = {} }]) => {
      if (!tags) return [];
      const pairs = Array.isArray(tags) ? tags.map(({ Key, Value }) => [Key, Value]) : Object.entries(tags);
      return [{ id, Type, tags: Object.fromEntries(pairs) as Record<string, string> }];
    },
  );

/** Types of resources that cost money and support tags. */
const COSTLY = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::Logs::LogGroup',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGatewayV2::Api',
];

describe.each([
  ['staging', staging],
  ['production', production],
] as const)('the tags of %s', (name, config) => {
  const stacks = stageTemplates({ ...config, tags: { 'cost-center': '42' } });

  it('name the project, environment and stack of every tagged resource, and contain the operator’s own tags', () => {
    for (const [stack, template] of Object.entries(stacks))
      for (const { tags } of taggedOf(template))
        expect(tags).toMatchObject({
          project: 'phone-call-agents',
          environment: name,
          stack,
          'cost-center': '42',
        });
  });

  it('are on every resource that costs money and supports tags', () => {
    for (const template of Object.values(stacks)) {
      const tagged = new Set(taggedOf(template).map(({ id }) => id));
      const costly = COSTLY.flatMap((type) => Object.keys(template.findResources(type)));

      expect(costly.filter((id) => !tagged.has(id))).toEqual([]);
    }
  });
});

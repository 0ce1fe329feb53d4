import { expect, it } from 'vitest';
import { indexEntries } from '../../src/dynamodb/capacity/index-entries.ts';

const key = (name: string) => [{ AttributeName: name, KeyType: 'HASH' }];
const description = {
  TableName: 'calls',
  KeySchema: key('pk'),
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'state', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'states',
      KeySchema: key('state'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['agent', 'label'] },
    },
  ],
};

it('an index projects only attributes that the item has', () => {
  const item = { pk: { S: 'a' }, state: { S: 'open' }, agent: { S: 'x' }, other: { S: 'y' } };

  const entry = indexEntries(description, item).get('states');

  expect(Object.keys(entry?.item ?? {}).sort()).toEqual(['agent', 'pk', 'state']);
});

import { describe, expect, it } from 'vitest';
import { leadingKey } from '../../src/aws/dynamodb/dynamodb-service.ts';

const key = { pk: { S: 'USER#1' }, sk: { S: 'CALL#1' } };

describe('leadingKey', () => {
  it.each([
    ['an update', { Key: key, UpdateExpression: 'SET a = :a' }, 'USER#1'],
    ['a put', { Item: { ...key, name: { S: 'x' } } }, 'USER#1'],
  ])('is the partition of %s', (_, request, expected) => {
    expect(leadingKey(request, 'pk')).toBe(expected);
  });

  it.each([
    ['a query', { KeyConditionExpression: 'pk = :o', ExpressionAttributeValues: { ':o': { S: 'x' } } }],
    ['a number for a key', { Key: { pk: { N: '1' } } }],
  ])('is one that no policy matches for %s', (_, request) => {
    expect(leadingKey(request, 'pk')).toBe('(unknown partition)');
  });
});

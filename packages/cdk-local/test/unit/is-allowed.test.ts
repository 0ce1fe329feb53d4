import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../src/iam/is-allowed.ts';
import { readPolicy } from '../../src/iam/read-policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:1:table/calls';
const allow = (more: object) => ({ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table, ...more });
const deny = (more: object) => ({ ...allow(more), Effect: 'Deny' });
const when = (Condition: object) => allow({ Condition });

describe('isAllowed', () => {
  it.each<[string, object[], boolean]>([
    ['nothing', [], false],
    ['the action on the resource', [allow({})], true],
    ['another action', [allow({ Action: 'dynamodb:PutItem' })], false],
    ['another resource', [allow({ Resource: `${table}-other` })], false],
    ['an index of the table only', [allow({ Resource: `${table}/index/*` })], false],
    ['one of several actions', [allow({ Action: ['dynamodb:PutItem', 'dynamodb:GetItem'] })], true],
    ['a wildcard of the action, whatever its case', [allow({ Action: 'DynamoDB:get*' })], true],
    ['one character by a question mark', [allow({ Resource: table.replace('calls', 'call?') })], true],
    ['the action, but denies it elsewhere', [allow({}), deny({ Action: '*', Resource: '*' })], false],
    ['the action, and denies another', [allow({}), deny({ Action: 'dynamodb:PutItem' })], true],
    ['a condition that is met', [when({ StringEquals: { 'aws:user': ['a', 'me'] } })], true],
    ['a condition that is not met', [when({ StringEquals: { 'aws:user': 'you' } })], false],
    ['a condition on an unknown key', [when({ StringEquals: { 'aws:other': 'x' } })], false],
    ['a likeness', [when({ StringLike: { 'aws:user': 'm*' } })], true],
    ['a pattern of an ARN', [when({ ArnLike: { 'aws:SourceArn': 'arn:aws:events:*:1:rule/*' } })], true],
    ['values all of a set', [when({ 'ForAllValues:StringEquals': { tags: ['a', 'b', 'c'] } })], true],
    ['values not all of a set', [when({ 'ForAllValues:StringEquals': { tags: ['a'] } })], false],
    [
      'two conditions, one not met',
      [when({ StringEquals: { 'aws:user': 'me' }, Bool: { no: 'true' } })],
      false,
    ],
    [
      'plain HTTP refused',
      [allow({}), deny({ Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
      true,
    ],
  ])('with a policy that allows %s', (_, Statement, expected) => {
    const statements = readPolicy({ Statement }, 'a policy');
    const context = {
      'aws:user': 'me',
      'aws:SourceArn': 'arn:aws:events:us-east-1:1:rule/bus/r',
      tags: ['a', 'b'],
    };

    const allowed = isAllowed(statements, { action: 'dynamodb:GetItem', resource: table, context });

    expect(allowed).toBe(expected);
  });

  it('refuses an unknown operator, naming the policy', () => {
    const document = { Statement: when({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }) };

    expect(() => readPolicy(document, 'Api/Policy')).toThrow(
      'Api/Policy: the local runtime cannot evaluate the condition operator IpAddress',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { noValue, resolveIntrinsics, type Scope } from '../../src/template/intrinsics.ts';

const scope: Scope = {
  ref: (name) => (name === 'AWS::NoValue' ? noValue : `ref:${name}`),
  attribute: (logicalId, attribute) => `${logicalId}.${attribute}`,
  importValue: (name) => `import:${name}`,
};

describe('resolveIntrinsics', () => {
  it.each([
    [{ Ref: 'Table' }, 'ref:Table'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    [{ 'Fn::GetAtt': 'Table.Nested.Arn' }, 'Table.Nested.Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }]] }, 'a-ref:B'],
    [{ 'Fn::Sub': '${AWS::Region}/${Table.Arn}/${!Literal}' }, 'ref:AWS::Region/Table.Arn/${Literal}'],
    [{ 'Fn::Sub': ['${x}-${Y}', { x: { Ref: 'X' } }] }, 'ref:X-ref:Y'],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['|', 'a|b'] }] }, 'b'],
    [{ 'Fn::ImportValue': { 'Fn::Sub': '${Stack}:Out' } }, 'import:ref:Stack:Out'],
    [
      { Kept: 1, Left: { Ref: 'AWS::NoValue' }, List: [{ Ref: 'AWS::NoValue' }, 2] },
      { Kept: 1, List: [2] },
    ],
    // A policy statement's Condition is not a condition function.
    [{ Condition: { StringEquals: { a: { Ref: 'X' } } } }, { Condition: { StringEquals: { a: 'ref:X' } } }],
  ])('resolves %j', (value, expected) => {
    const resolved = resolveIntrinsics(value, scope);

    expect(resolved).toEqual(expected);
  });

  it('refuses an unknown function', () => {
    expect(() => resolveIntrinsics({ a: { 'Fn::Transform': {} } }, scope)).toThrow('Fn::Transform');
  });
});

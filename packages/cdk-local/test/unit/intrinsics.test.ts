import { describe, expect, it } from 'vitest';
import { resolveIntrinsics, type Scope } from '../../src/template/intrinsics.ts';

const scope: Scope = {
  ref: (name) => `ref:${name}`,
  attribute: (logicalId, attribute) => `${logicalId}.${attribute}`,
  importValue: (name) => `import:${name}`,
};

describe('resolveIntrinsics', () => {
  it.each([
    [{ Ref: 'Table' }, 'ref:Table'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }]] }, 'a-ref:B'],
    [{ 'Fn::Sub': '${AWS::Region}/${Table.Arn}' }, 'ref:AWS::Region/Table.Arn'],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['|', 'a|b'] }] }, 'b'],
    [{ 'Fn::ImportValue': { 'Fn::Sub': '${Stack}:Out' } }, 'import:ref:Stack:Out'],
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

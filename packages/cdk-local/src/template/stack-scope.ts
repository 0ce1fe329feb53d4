import type { AssemblyStack } from './assembly.ts';
import { type Identity, identities, type UnresolvedResource } from './identities.ts';
import { isIgnoredType } from './ignored-types.ts';
import { resolveIntrinsics, type Scope } from './intrinsics.ts';
import { stableId } from './stable-id.ts';

/** The deployment target of the stacks, and the values that they read from each other. */
export interface Surroundings {
  readonly region: string;
  readonly account: string;
  readonly awsEndpoint: string;
  importValue(name: string): unknown;
}

export interface StackScope extends Scope {
  identity(logicalId: string): Identity;
}

/** Creates the scope of a stack; a resource's identity is computed on first reference. */
export function createStackScope(stack: AssemblyStack, surroundings: Surroundings): StackScope {
  const { template } = stack;
  const { region, account } = placeOf(stack, surroundings);
  const known = new Map<string, Identity>();
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const scope: StackScope = {
    identity: (logicalId) => {
      const identity = known.get(logicalId) ?? identify(logicalId);
      known.set(logicalId, identity);
      return identity;
    },
    ref: (name) => pseudo[name] ?? scope.identity(name).ref,
    attribute: (logicalId, attribute) => {
      const value = scope.identity(logicalId).attributes[attribute];
      if (value !== undefined) return value;
      const type = template.Resources[logicalId]?.Type ?? '';
      if (isIgnoredType(type)) return `${scope.identity(logicalId).ref}.${attribute}`;
      throw new Error(
        `Fn::GetAtt: the local runtime knows no attribute ${attribute} of ${logicalId} (${type})`,
      );
    },
    importValue: surroundings.importValue,
  };
  return scope;

  function identify(logicalId: string): Identity {
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`there is no resource ${logicalId}`);
    const generatedName = `${stack.name}-${logicalId}`;
    if (isIgnoredType(resource.Type)) return { ref: generatedName, attributes: {} };
    const identityOf = identities[resource.Type];
    if (!identityOf) throw unknownType(stack.name, logicalId, resource.Type);
    const property = (name: string) => {
      const value = resolveIntrinsics(resource.Properties[name], scope);
      return value === undefined ? '' : String(value);
    };
    const unresolved: UnresolvedResource = {
      region,
      account,
      awsEndpoint: surroundings.awsEndpoint,
      property,
      name: (name) => property(name) || generatedName,
      id: (length, alphabet) => stableId(generatedName, length, alphabet),
    };
    return identityOf(unresolved);
  }
}

/** The error for a resource type that the local runtime neither supports nor ignores. */
export function unknownType(stack: string, logicalId: string, type: string): Error {
  return new Error(`${stack}: the local runtime does not know the type ${type} of ${logicalId}`);
}

function placeOf(stack: AssemblyStack, surroundings: Surroundings): { region: string; account: string } {
  const [, account = '', region = ''] = /^aws:\/\/([^/]+)\/(.+)$/.exec(stack.environment) ?? [];
  return {
    region: region === '' || region === 'unknown-region' ? surroundings.region : region,
    account: account === '' || account === 'unknown-account' ? surroundings.account : account,
  };
}

import * as z from 'zod';

export interface Scope {
  ref(name: string): unknown;
  attribute(logicalId: string, attribute: string): string;
  importValue(name: string): unknown;
}

/** Resolves the intrinsic functions in a template value. Throws for an unknown one. */
export function resolveIntrinsics(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolveIntrinsics(entry, scope));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries.length === 1 ? (entries[0] ?? ['']) : [''];
  if (name === 'Ref') return scope.ref(z.string().parse(argument));
  if (name.startsWith('Fn::')) return call(name, argument, scope);
  return Object.fromEntries(entries.map(([key, entry]) => [key, resolveIntrinsics(entry, scope)]));
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId, attribute] = z.tuple([z.string(), z.string()]).parse(argument);
    return scope.attribute(logicalId, attribute);
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = z.tuple([z.string(), z.unknown()]).parse(argument);
    return strings(parts, scope).join(separator);
  },
  'Fn::Sub': (argument, scope) =>
    z
      .string()
      .parse(argument)
      .replace(/\$\{([^}]+)\}/g, (_, name: string) => {
        const [logicalId = '', ...attribute] = name.split('.');
        return attribute.length > 0
          ? scope.attribute(logicalId, attribute.join('.'))
          : String(scope.ref(name));
      }),
  'Fn::Select': (argument, scope) => {
    const [index, list] = z.tuple([z.coerce.number(), z.unknown()]).parse(resolveIntrinsics(argument, scope));
    const selected = z.array(z.unknown()).parse(list)[index];
    if (selected === undefined) throw new Error(`Fn::Select: the list has no entry ${index}`);
    return selected;
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = z.tuple([z.string(), z.string()]).parse(resolveIntrinsics(argument, scope));
    return text.split(separator);
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(String(resolveIntrinsics(argument, scope))),
};

function call(name: string, argument: unknown, scope: Scope): unknown {
  const intrinsic = intrinsics[name];
  if (!intrinsic) throw new Error(`the intrinsic function ${name} is not known to the local runtime`);
  return intrinsic(argument, scope);
}

function strings(value: unknown, scope: Scope): string[] {
  return z.array(z.coerce.string()).parse(resolveIntrinsics(value, scope));
}

/** How the text of a variable is read, and written when the stack sets it. Both throw on invalid input. */
export interface Codec<Value> {
  decode(text: string): Value;
  encode(value: Value): string;
}

/** An environment variable of functions: a plain object, so that a bundle holds only the variables that its code names. */
export interface Variable<Value> {
  readonly name: string;
  readonly codec: Codec<Value>;
  /** The decoded value and its text: a container decodes each variable once. */
  decoded?: { readonly text: string; readonly value: Value };
}

/** Any text. It needs no schema, which keeps zod out of functions without schemas. */
export const textCodec: Codec<string> = { decode: (value) => value, encode: (value) => value };

/** The value of a variable. Throws an error that names the variable if the variable is missing or cannot be read. */
export function readVariable<Value>(variable: Variable<Value>): Value {
  const { name } = variable;
  const written = process.env[name];
  if (written === undefined) throw new Error(`The environment variable ${name} is not set.`);
  return decodedOf(variable, written);
}

export function readOptionalVariable<Value>(variable: Variable<Value>): Value | undefined {
  const written = process.env[variable.name];
  return written === undefined ? undefined : decodedOf(variable, written);
}

function decodedOf<Value>(variable: Variable<Value>, written: string): Value {
  const { name, codec, decoded } = variable;
  if (decoded?.text === written) return decoded.value;
  try {
    const value = codec.decode(written);
    variable.decoded = { text: written, value };
    return value;
  } catch (error) {
    throw new Error(`The environment variable ${name} cannot be read.`, { cause: error });
  }
}

/** Throws an error that names every variable that is missing or cannot be read. */
export function requireVariables(variables: readonly Variable<unknown>[]): void {
  const names = variables.filter((variable) => !isReadable(variable)).map(({ name }) => name);
  if (names.length === 0) return;
  const unique = [...new Set(names)].sort().join(', ');
  throw new Error(`Environment variables are missing or cannot be read: ${unique}.`);
}

/** The same as a function that checks until it has succeeded. */
export function requireOnce(variables: readonly Variable<unknown>[]): () => void {
  let isChecked = false;
  return () => {
    if (!isChecked) requireVariables(variables);
    isChecked = true;
  };
}

function isReadable(variable: Variable<unknown>): boolean {
  try {
    readVariable(variable);
    return true;
  } catch {
    return false;
  }
}

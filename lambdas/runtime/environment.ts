/** The value of an environment variable that the stack sets; a missing one is a fault of the deployment. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** A handler that does nothing: what every function costs. */
export async function handler(): Promise<void> {}

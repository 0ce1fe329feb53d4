/** A handler that does nothing: the minimum of any function. */
export async function handler(): Promise<void> {}

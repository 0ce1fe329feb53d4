/** The name under which keyrings show the tokens. */
const SERVICE = 'phone-agents';

/** Milliseconds that a keyring may take, which may ask its user to unlock it. */
const WITHIN_MS = 60_000;

/** Uses the system's keyring; undefined if there is none, such as on a server. */
async function inKeyring<Result>(
  name: string,
  use: (entry: import('@napi-rs/keyring').AsyncEntry, signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return await use(new AsyncEntry(SERVICE, name), AbortSignal.timeout(WITHIN_MS));
  } catch {
    return undefined;
  }
}

/** Resolves with whether the keyring has it now. */
export async function storeSecret(name: string, secret: string): Promise<boolean> {
  await inKeyring(name, (entry, signal) => entry.setPassword(secret, signal));
  return (await readSecret(name)) === secret;
}

export const readSecret = async (name: string): Promise<string | undefined> =>
  (await inKeyring(name, (entry, signal) => entry.getPassword(signal))) ?? undefined;

export const forgetSecret = (name: string) =>
  inKeyring(name, (entry, signal) => entry.deletePassword(signal));

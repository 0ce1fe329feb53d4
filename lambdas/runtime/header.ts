/** A header by its name in lower case, whatever case it was sent in. */
export function header(
  headers: Readonly<Record<string, string | undefined>> | null,
  name: string,
): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}

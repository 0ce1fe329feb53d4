/** A header by its lower-case name, whatever its case in the request. */
export function header(
  headers: Readonly<Record<string, string | undefined>> | null,
  name: string,
): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Where to go after signing in: a path of this origin, and nothing that a browser would read as another one. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || next.startsWith('/sign-in')) return '/';
  return /[\s\\]/.test(next) ? '/' : next;
}

/** Where to go after signing in: a path of this origin as a browser resolves it, and never one that it reads as a host. */
export function safeNext(next: string | undefined): string {
  const url = next?.startsWith('/') ? URL.parse(next, 'http://path.invalid') : null;
  if (url?.origin !== 'http://path.invalid' || url.pathname.startsWith('/sign-in')) return '/';
  // The router decodes slashes before it resolves the path again.
  return /^\/\/|%2f|%5c/i.test(url.pathname) ? '/' : url.pathname + url.search + url.hash;
}

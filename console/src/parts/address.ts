import { useNavigate, useSearch } from '@tanstack/react-router';

/** What stands behind the `?` of a page's address, and what replaces it: without a step back, and the page stays where it is. */
export function useAddress() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (next: { readonly [Name in keyof typeof search]?: string | undefined }) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  return [search, set] as const;
}

import { VendorError } from './vendor-error.ts';

/** Parses an HTTP method. Throws the vendor's error for any but POST and GET. */
export function parseMethod(
  form: URLSearchParams,
  name: string,
  fallback: 'POST' | 'GET' = 'POST',
): 'POST' | 'GET' {
  const method = form.get(name)?.toUpperCase() || fallback;
  if (method === 'POST' || method === 'GET') return method;
  throw new VendorError(400, 20001, `${name} must be POST or GET: ${method}`);
}

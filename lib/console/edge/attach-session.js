// Runs at CloudFront for requests to the API: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
// It makes the Authorization header of the console's session cookie, so that the API knows bearer tokens only. A page of
// another origin can make a browser send the cookie at most with a request that this function refuses.

/** The cookie of a session (lambdas/tokens/model/console-session.ts). */
const COOKIE = '__Host-session';

/** The text of a token: 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  const headers = request.headers;
  const cookie = request.cookies[COOKIE];
  // The API reads no cookies, so that it gets none.
  request.cookies = {};
  // Whoever sends a token of their own means that one. A foreign page cannot send this header without permission.
  if (headers.authorization || !cookie || !TOKEN.test(cookie.value)) return request;
  const site = headers['sec-fetch-site'] ? headers['sec-fetch-site'].value : 'same-origin';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // `none`: the person entered the address.
  if (site !== 'same-origin' && !(site === 'none' && isRead))
    return refusal(
      'sec-fetch-site',
      'cross_site_request',
      'The session is for requests of the console itself.',
    );
  if (!isRead && !headers['x-console'])
    return refusal(
      'x-console',
      'missing_console_header',
      'A change with a session needs the header X-Console: 1.',
    );
  headers.authorization = { value: `Bearer ${cookie.value}` };
  return request;
}

function refusal(header, type, msg) {
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
    },
    body: JSON.stringify({ detail: [{ loc: ['header', header], msg, type }] }),
  };
}

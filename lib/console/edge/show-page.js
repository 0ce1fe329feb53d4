// Runs at CloudFront for requests to the console's files: every route of the console is shown by one page.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!name.includes('.')) request.uri = '/index.html';
  return request;
}

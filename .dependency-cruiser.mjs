// The layers of the project, and what each may import. `npm run layers` checks them; imports of types count.

/** Packages that tie code to AWS or to the way in which a function is run. */
const PLATFORM = '^(node_modules/(@aws|@smithy|@middy|aws)|(node:)?process$)';

export default {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment:
        'The domain decides; it imports nothing of AWS, middy or process. Biome refuses the global `process`.',
      severity: 'error',
      from: { path: '^lambdas/domain/' },
      to: { path: PLATFORM },
    },
    {
      name: 'domain-is-the-lowest-layer',
      comment: 'Every layer imports the domain, so the domain imports no other layer.',
      severity: 'error',
      from: { path: '^lambdas/domain/' },
      to: { path: '^lambdas/', pathNot: '^lambdas/domain/' },
    },
    {
      name: 'runtime-knows-only-the-domain',
      comment: 'The runtime (clock, ids, logger, queues, outbound requests) serves every function alike.',
      severity: 'error',
      from: { path: '^lambdas/runtime/' },
      to: { path: '^lambdas/', pathNot: '^lambdas/(runtime|domain)/' },
    },
    {
      name: 'store-knows-no-http',
      comment: 'The store throws errors of its own; `rest` and `api` make HTTP answers of them.',
      severity: 'error',
      from: { path: '^lambdas/store/' },
      to: { path: '^lambdas/(rest|api)/' },
    },
    {
      name: 'faults-of-requests-are-made-at-the-edge',
      comment:
        'Only `rest` and `api` know where a value was in a request. Other layers throw errors of their own.',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/(api|rest)/' },
      to: { path: '^lambdas/rest/errors[.]ts$' },
    },
    {
      name: 'functions-know-no-deployment',
      comment: 'What runs in Lambda imports neither what deploys it nor what emulates AWS.',
      severity: 'error',
      from: { path: '^lambdas/' },
      to: { path: '^(bin|lib|local|packages|bench|test)/' },
    },
    {
      name: 'deployment-knows-no-emulation',
      comment: 'The stacks are the same on AWS and on a laptop.',
      severity: 'error',
      from: { path: '^(lib|bin)/' },
      to: { path: '^(local|packages|bench|test)/' },
    },
    {
      name: 'packages-know-no-product',
      comment: 'A package runs any synthesized CDK app, or stands in for a vendor of any program.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(bin|lib|lambdas|local|bench|test|examples|docs)/' },
    },
    {
      name: 'packages-know-no-other-package',
      comment: 'Each package can be used without the others.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'console-knows-only-the-api',
      comment:
        'The console is a client of the public API: it gets its types from the document, and nothing else.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(bin|lib|lambdas|local|packages|bench|test)/' },
    },
    {
      name: 'nothing-imports-the-console',
      comment: 'The service runs without it.',
      severity: 'error',
      from: { path: '^(bin|lib|lambdas|local|packages)/' },
      to: { path: '^console/' },
    },
    {
      name: 'no-cycles-between-files',
      comment: 'Move what both files need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-folders',
      comment:
        'A folder may import its subfolders and be imported by them; folders side by side import one way.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'An import that is not resolved is not checked by the other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface yet. swc keeps imports of types, too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      // Packages are found through their `exports`, as Node.js finds them.
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default', 'types'],
    },
  },
};

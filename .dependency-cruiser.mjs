import { readFileSync } from 'node:fs';

// The layers of the project, and what each may import. `npm run layers` checks them; imports of types count.

/** Packages that tie code to AWS or to the way in which a function is run. */
const PLATFORM = '^(node_modules/(@aws|@smithy|@middy|aws)|(node:)?process$)';

/** The files of `lambdas/workers.ts`. */
const WORKERS = [...readFileSync('lambdas/workers.ts', 'utf8').matchAll(/'[.][/](.+)[.]ts'/g)]
  .map(([, file]) => `^lambdas/${file}[.]ts$`)
  .filter((path) => !path.includes('platform/'));

/**
 * The nouns of `lambdas/` from the ground up. A noun imports those before it, so that one can be read, tested and
 * moved without those after it. What would run the other way moves down, is passed in, or is an event.
 */
const ORDER = [
  'platform',
  'vendors',
  'records',
  'tokens',
  ...['prompts', 'voices', 'actions', 'webhooks', 'account-connections', 'vector-databases'],
  'agents',
  'usage',
  ...['numbers', 'do-not-call', 'consents', 'audit'],
  'conversation',
  'calls',
  'campaigns',
  'rehearsals',
  'agent-tests',
  'events',
  'deliveries',
  'maintenance',
];

/** Files that take requests, callbacks, messages and frames. They use every noun, and no noun uses them. */
const EDGES = [
  '^lambdas/[^/]+/(endpoints|callbacks)/',
  '^lambdas/tokens/authorizer[.]ts$',
  '^lambdas/(catalogue|kinds|workers)[.]ts$',
  ...WORKERS,
];

const nounsKnowOnlyThoseBelow = ORDER.slice(0, -1).map((noun, place) => ({
  name: `${noun}-knows-only-nouns-below`,
  comment: 'See ORDER. Move what both need down, pass it in, or publish an event.',
  severity: 'error',
  from: { path: `^lambdas/${noun}/`, pathNot: EDGES },
  to: { path: `^lambdas/((${ORDER.slice(place + 1).join('|')})/|(catalogue|kinds|workers)[.]ts)` },
}));

export default {
  forbidden: [
    ...nounsKnowOnlyThoseBelow,
    {
      name: 'http-knows-no-noun',
      comment: 'It serves the endpoints of every noun alike. It finds records and authenticates requests.',
      severity: 'error',
      from: { path: '^lambdas/http/' },
      to: { path: '^lambdas/', pathNot: '^lambdas/(http|platform|records|tokens)/' },
    },
    {
      name: 'the-conversation-is-handed-its-world',
      comment:
        'Calls, rehearsals and tests of agents run it through `ports.ts`. It knows protocols, and models of what an agent is.',
      severity: 'error',
      from: { path: '^lambdas/conversation/' },
      to: {
        path: '^lambdas/',
        // The store reads the snapshot of a session's agent.
        pathNot:
          '^lambdas/(conversation|platform|vendors|(actions|agents|prompts)/model)/|^lambdas/agents/store/snapshots[.]ts$',
      },
    },
    {
      name: 'models-are-pure',
      comment:
        'A model decides; it imports nothing of AWS, middy or process. Biome refuses the global `process`.',
      severity: 'error',
      from: { path: '^lambdas/[^/]+/model/' },
      to: { path: PLATFORM },
    },
    {
      name: 'models-import-models',
      comment: 'Every room imports the models, so they import no other room.',
      severity: 'error',
      from: { path: '^lambdas/[^/]+/model/' },
      to: {
        path: '^lambdas/',
        pathNot: '^lambdas/([^/]+/model|platform/(variables|schemas))/|^lambdas/platform/[^/]+$',
      },
    },
    {
      name: 'http-at-the-edge',
      comment:
        'Only what answers HTTP requests knows where a value was in a request. Other rooms throw errors of their own.',
      severity: 'error',
      from: {
        path: '^lambdas/',
        pathNot:
          '^lambdas/(http/|[^/]+/(endpoints|requests)/|calls/callbacks/|tokens/authorizer|(catalogue|workers)[.]ts)',
      },
      to: { path: '^lambdas/http/' },
    },
    {
      name: 'endpoints-are-imported-by-the-catalogue',
      comment: 'What several nouns need of a request is in the room `requests`.',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/catalogue[.]ts$' },
      to: { path: '^lambdas/[^/]+/endpoints/' },
    },
    {
      name: 'callbacks-are-imported-by-none',
      comment: 'They are an edge, as endpoints and workers are.',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/(calls/callbacks/|workers[.]ts)' },
      to: { path: '^lambdas/[^/]+/callbacks/' },
    },
    {
      name: 'workers-are-imported-by-their-list',
      comment: 'What a worker shares with others is in a file beside it.',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/workers[.]ts$' },
      to: { path: WORKERS },
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
      comment:
        'The stacks are the same on AWS and on a laptop. The command line and the client emulate nothing.',
      severity: 'error',
      from: { path: '^(lib|bin)/' },
      to: { path: '^(local|packages|bench|test)/', pathNot: '^packages/(cli|client)/' },
    },
    {
      name: 'packages-know-no-product',
      comment: 'A package runs any synthesized CDK app, or stands in for a vendor of any program.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^(bin|lib|lambdas|local|bench|test|examples|docs)/' },
    },
    {
      name: 'command-line-knows-models-only',
      comment:
        'It checks files as the API checks their contents, and reaches everything else through the API.',
      severity: 'error',
      from: { path: '^packages/cli/' },
      to: {
        path: '^(bin|lib|lambdas|local|bench|test|examples|docs)/',
        pathNot: '^lambdas/([^/]+/model/|platform/[^/]+$|http/(errors|issues)[.]ts$)',
      },
    },
    {
      name: 'packages-know-no-other-package',
      comment: 'Each package can be used without the others.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: '^packages/cli/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'command-line-knows-no-emulation',
      comment: 'It uses the client, and the schemas of what it asks the simulators for.',
      severity: 'error',
      from: { path: '^packages/cli/' },
      to: { path: '^packages/cdk-local/' },
    },
    {
      name: 'console-knows-only-the-api',
      comment:
        'The console is a client of the public API: it gets its types from the client, and nothing else.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(bin|lib|lambdas|local|packages|bench|test)/', pathNot: '^packages/client/src/' },
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

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite dev` finds the API, and with which token: the service's own server needs neither. */
const { CONSOLE_API, CONSOLE_TOKEN } = process.env;

/** A file of the modules that at least so many pages and dialogs share. */
const group = (name: string, test: RegExp, minShareCount = 2) => ({
  name,
  test,
  minShareCount,
  maxModuleSize: 50_000,
  // The entry imports it, so it must not import from the entry: a class would extend one that is not there yet.
  includeDependenciesRecursively: name === 'shared',
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2023',
    // The policy allows no `data:` address, and no script or style in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // What pages share comes in few files, each for pages that need most of it.
        codeSplitting: {
          groups: [
            group(
              'shared',
              /@tanstack\/(?!\w+-table|table|\w+-virtual|virtual)|lucide|node_modules\/(react|use-sync-external-store)\/|console\/src\/(focus|form\/(changes|field))|client\/src|vite\/|(form|speech|table|call-cells)\.css|console\/src\/(api|format\/(?!csv)|frame|parts\/(?!reviewed|neighbours|download|meter|table|long-table|editor|speech|yaml|controls\/(dialog|confirm-dialog|menu-popover|hint-popover|choice-card|secret|copy)\.))/,
              3,
            ),
            group(
              'forms',
              /console\/src\/(form\/(?!schema-rows|extracted-fields)|parts\/(editor\/(text-editor|unfinished)|controls\/choice-card))/,
            ),
            group(
              'turns',
              /console\/src\/(pages\/conversation\/(bubble|record|conversation\.css)|pages\/playground\/script|pages\/tests\/(matrix|test-api))/,
            ),
            group('entries', /console\/src\/(pages\/conversation\/|parts\/speech\/(?!talk))/),
            group(
              'conversation',
              /useMutationState|icons\/(rotate-ccw|pencil|send-horizontal|copy|download|ellipsis|mic)|console\/src\/(pages\/playground\/(?!rehearsal|script)|parts\/use-variables)/,
            ),
            group('review', /console\/src\/(parts\/reviewed|use-keys)/),
            group('export', /console\/src\/(format\/csv|parts\/download)/),
            group('calls', /console\/src\/pages\/calls\/calls-tabs/),
            group('open-calls', /console\/src\/pages\/calls\/(cells|end-call|filters|merge|use-calls)/),
            group('rehearsal', /console\/src\/pages\/playground\/rehearsal/),
            group(
              'tests',
              /icons\/(circle-exclamation-point|user|trash)|console\/src\/pages\/tests\/(?!run-table|test-matrix)/,
            ),
          ],
        },
      },
    },
  },
  ...(CONSOLE_API && {
    server: {
      proxy: {
        '/v1': {
          target: CONSOLE_API,
          changeOrigin: true,
          headers: { authorization: `Bearer ${CONSOLE_TOKEN ?? ''}` },
          // No other page may use the token.
          bypass: ({ headers }) => (headers['sec-fetch-site'] === 'same-origin' ? undefined : false),
        },
      },
    },
  }),
});

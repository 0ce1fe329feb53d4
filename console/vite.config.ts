import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite dev` finds the API, and with which token: the service's own server needs neither. */
const { CONSOLE_API, CONSOLE_TOKEN } = process.env;

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
        // Small parts that pages share come in one file.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /@tanstack\/(?!\w+-table|table|\w+-virtual|virtual)|lucide|node_modules\/(react|use-sync-external-store)\/|console\/src\/focus|client\/src|console\/src\/(api|format|parts\/(?!table|long-table|editor|speech|yaml|controls\/(dialog|confirm-dialog|menu-popover|hint-popover)\.))/,
              minShareCount: 5,
              maxModuleSize: 50_000,
              includeDependenciesRecursively: false,
            },
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

import { posix } from 'node:path';
import { defineConfig } from 'vitepress';
import spec from '../openapi.json' with { type: 'json' };

/** Where the repository can be read. Without it, what is outside these documents is named, but not linked. */
const { REPOSITORY_URL, BASE = '/' } = process.env;

const page = (text: string, link = text) => ({ text, link: `/${link}` });

const SECTIONS = {
  Start: [
    page('On a laptop', 'local'),
    page('Your first real call', 'first-call'),
    page('Language models', 'models'),
  ],
  Build: ['agents', 'agent-tests', 'calls', 'webhooks', 'console', 'limits', 'api', 'clients', 'cli'].map(
    (name) => page(name),
  ),
  Operate: ['operations', 'runbook', 'scale', 'cost', 'events', 'security'].map((name) => page(name)),
  'API reference': spec.tags.map(({ name }) => page(name, `reference/${name}`)),
  Project: ['architecture', 'glossary', 'decisions/', 'compared', 'roadmap'].map((name) => page(name)),
};

export default defineConfig({
  title: 'Phone-call agents',
  description: 'A self-hosted API for agents that talk on the telephone',
  base: BASE,
  cleanUrls: true,
  srcExclude: ['console/**'],
  rewrites: { 'README.md': 'index.md', 'decisions/README.md': 'decisions/index.md' },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(SECTIONS).map(([text, items]) => ({
      text,
      items,
      collapsed: text === 'API reference',
    })),
  },
  markdown: {
    config(md) {
      md.core.ruler.push('repository-links', ({ tokens, env }) => {
        for (const { children } of tokens) linkToRepository(children ?? [], env.relativePath);
      });
    },
  },
  // The project's own tsconfig.json names a target that this version of esbuild does not know.
  vite: { esbuild: { tsconfigRaw: {} } },
});

interface Token {
  readonly type: string;
  tag: string;
  attrs: [string, string][] | null;
}

/** Links out of these documents lead to the repository. */
function linkToRepository(tokens: readonly Token[], from: string): void {
  let leavesDocs = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = token.attrs?.find(([name]) => name === 'href')?.[1] ?? '';
      const path = posix.join('docs', posix.dirname(from), href);
      leavesDocs = !/^([a-z]+:|#)/.test(href) && !path.startsWith('docs/');
      if (leavesDocs) token.attrs = REPOSITORY_URL ? [['href', `${REPOSITORY_URL}/blob/main/${path}`]] : null;
    }
    if (leavesDocs && !REPOSITORY_URL && token.type.startsWith('link_')) token.tag = 'span';
  }
}

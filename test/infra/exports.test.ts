import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Domains, EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { production } from '../../lib/config/production.ts';
import { stageTemplates } from '../support/run/stage-templates.ts';

const directory = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(directory, 'dist'));
writeFileSync(join(directory, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
afterAll(() => rmSync(directory, { recursive: true }));

type Change = (config: EnvironmentConfig) => EnvironmentConfig;

const set =
  (values: Partial<EnvironmentConfig>): Change =>
  (config) => ({ ...config, ...values });

const without =
  (line: keyof EnvironmentConfig): Change =>
  (config) => {
    const { [line]: _, ...others } = config;
    return others as EnvironmentConfig;
  };

const domains = (inUse: boolean): Domains => {
  const domain = (name: string) => ({
    name: `${name}.example.com`,
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    inUse,
  });
  return { api: domain('api'), callbacks: domain('calls'), relay: domain('relay') };
};

const { alarmThresholds, backup, rollout, webAcl } = production;

/** The lines of the configuration that add and remove resources: their states, each a deployment after the one before. */
const SWITCHES: Readonly<Record<string, readonly Change[]>> = {
  metrics: [set({ metrics: false, dashboard: false, alarmThresholds: {} }), set({ metrics: true })],
  dashboard: [set({ dashboard: false }), set({ metrics: true, dashboard: true })],
  alarmThresholds: [set({ alarmThresholds: {} }), set({ metrics: true, alarmThresholds })],
  domains: [without('domains'), set({ domains: domains(false) }), set({ domains: domains(true) })],
  console: [without('console'), set({ console: { directory: join(directory, 'dist') } })],
  webAcl: [without('webAcl'), set({ webAcl: webAcl! })],
  backup: [without('backup'), set({ backup: backup! })],
  rollout: [without('rollout'), set({ rollout: rollout! })],
};

const states = Object.values(SWITCHES);
const bare = states.reduce((config, [off]) => off!(config), production);
const full = states.reduce((config, all) => all.at(-1)!(config), production);

/** What the stacks of an environment import and export. */
interface Exchange {
  /** The names of imported values, by stack. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The exported values, by name. */
  readonly exports: ReadonlyMap<string, string>;
}

const known = new Map<string, Exchange>();

function exchangeOf(config: EnvironmentConfig): Exchange {
  const key = JSON.stringify(Object.entries(config).sort());
  const found = known.get(key) ?? readExchange(config);
  known.set(key, found);
  return found;
}

function readExchange(config: EnvironmentConfig): Exchange {
  const stacks = Object.entries(stageTemplates(config));
  const imports = stacks.map(([name, template]) => {
    const text = JSON.stringify(template.toJSON());
    const names = [...text.matchAll(/\{"Fn::ImportValue":"([^"]+)"\}/g)].map(([, imported]) => imported!);
    expect(text.match(/"Fn::ImportValue"/g) ?? []).toHaveLength(names.length);
    return [name, new Set(names)] as const;
  });
  const exports = stacks.flatMap(([, template]) =>
    Object.values(template.findOutputs('*')).flatMap(({ Export, Value }) =>
      Export ? [[String(Export.Name), JSON.stringify(Value)] as const] : [],
    ),
  );
  return { imports: new Map(imports), exports: new Map(exports) };
}

/** The values that deployed stacks import, and that a deployment of `after` would remove or change first. */
function lost(before: EnvironmentConfig, after: EnvironmentConfig): string[] {
  const [deployed, next] = [exchangeOf(before), exchangeOf(after)];
  return [...deployed.imports].flatMap(([stack, names]) =>
    [...names]
      .filter((name) => next.exports.get(name) !== deployed.exports.get(name))
      .map((name) => `${stack} imports ${name}`),
  );
}

describe.each(Object.entries(SWITCHES))('a change of %s', (_, steps) => {
  const pairs = steps.slice(1).map((step, index) => [steps[index]!, step] as const);

  it.each([
    ['bare', bare],
    ['full', full],
  ])(
    'keeps every export that a deployed stack imports, in a %s environment',
    (__, base) => {
      for (const [off, on] of pairs) {
        expect(lost(off(base), on(base))).toEqual([]);
        expect(lost(on(base), off(base))).toEqual([]);
      }
    },
    120_000,
  );
});

describe('the stacks of an environment', () => {
  it('import values from each other', () => {
    const { imports, exports } = exchangeOf(full);

    expect(exports.size).toBeGreaterThan(20);
    for (const stack of ['Calls', 'Api', 'Events', 'UserThrottle', 'Console'])
      expect(imports.get(stack)?.size, stack).toBeGreaterThan(0);
  });

  it('may drop whatever the monitoring stack observes, as an earlier release does that lacks a queue', () => {
    for (const config of [bare, full])
      expect(exchangeOf(config).imports.get('Monitoring')).toEqual(new Set());
  });

  it('need a documented order only for a restored table', () => {
    const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-11-22T12:00:00.000';
    const restored = set({ restoredTable: { name: 'restored', streamArn } })(full);
    const page = readFileSync(new URL('../../docs/restore.md', import.meta.url), 'utf8');

    const stacks = new Set(lost(full, restored).map((each) => each.split(' ')[0]));

    const [, first] = /^npx cdk deploy .*--exclusively (.+)$/m.exec(page) ?? [];
    expect(first?.split(' ').sort()).toEqual([...stacks].map((stack) => `Production/${stack}`).sort());
  });
});

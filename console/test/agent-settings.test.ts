import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Document, type JsonSchema, resolved } from '../src/api/document-types.ts';
import type { Fields } from '../src/form/field.ts';
import { valueAt, withValueAt } from '../src/pages/agents/settings/group.ts';
import { GROUPS } from '../src/pages/agents/settings/settings.ts';
import { BASICS, RULES, rulesOf } from '../src/pages/campaigns/settings.ts';
import { CONSENT } from '../src/pages/settings/consent-fields.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const document: Document = JSON.parse(readFileSync(file, 'utf8'));
const { schemas } = document.components;

/** The schema itself, of one that may be null. */
function shape(schema: JsonSchema = {}): JsonSchema {
  const own = resolved(document, schema);
  const [only, ...others] = (own.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? shape(only) : own;
}

/** What the document says otherwise than the fields: other names, choices or bounds. */
function differences(fields: Fields, properties: Readonly<Record<string, JsonSchema>>, at = ''): string[] {
  return Object.entries(fields).flatMap(
    ([name, { kind, options, minimum, maximum, most, fields: inner }]) => {
      const found = properties[name];
      const own = shape(found);
      const within = kind === 'list' ? shape(own.items).properties : own.properties;
      const wrong = [
        found === undefined && 'unknown',
        options && String(own.enum?.filter(Boolean)) !== String(Object.keys(options)) && 'options',
        /number|integer/.test(String(own.type)) &&
          (own.minimum !== minimum || own.maximum !== maximum) &&
          'bounds',
        most !== undefined && own.maxItems !== most && 'most',
      ].filter(Boolean);
      return [
        ...wrong.map((what) => `${at}${name}: ${what}`),
        ...differences(inner ?? {}, within ?? {}, `${at}${name}.`),
      ];
    },
  );
}

const fields: Fields = Object.assign({}, ...GROUPS.map(({ fields: own }) => own));

describe('the settings of an agent', () => {
  it('are those of the document, each once, with its choices and bounds', () => {
    const { prompt: _, ...own } = schemas.AgentUpdateInput?.properties ?? {};
    // The agent has a context endpoint of its own, which takes precedence.
    const { context_endpoint: __, ...ofPrompt } = schemas.PromptChangeInput?.properties ?? {};
    const prompt = Object.entries(ofPrompt).map(([name, schema]) => [`prompt.${name}`, schema] as const);
    const template = schemas.PromptTemplateInput ?? {};
    const known = { ...own, ...Object.fromEntries(prompt), 'prompt.prompt_template': template };
    const names = GROUPS.flatMap(({ fields: some }) => Object.keys(some));

    expect(names.toSorted()).toEqual(Object.keys(known).toSorted());
    expect(differences(fields, known)).toEqual([]);
  });

  it('are read and written where their path leads', () => {
    const values = { name: 'Desk', prompt: { id: 'p', content: 'Be kind.' } };

    expect(valueAt(values, ['prompt', 'content'])).toBe('Be kind.');
    expect(withValueAt(values, ['prompt', 'content'], 'Be brief.')).toEqual({
      name: 'Desk',
      prompt: { id: 'p', content: 'Be brief.' },
    });
    expect(withValueAt({}, ['prompt', 'content'], 'Hi.')).toEqual({ prompt: { content: 'Hi.' } });
  });
});

describe('the settings of a campaign', () => {
  it('and the fields of a consent are those of the document, with its choices and bounds', () => {
    const { context: _, recipients: __, ...own } = schemas.CampaignUpdateInput?.properties ?? {};
    const { checked_lists: lists, ...bounded } = { ...BASICS, ...RULES };
    const consent = schemas.ConsentInput?.properties ?? {};

    expect([...Object.keys(bounded), lists && 'checked_lists'].toSorted()).toEqual(
      Object.keys(own).toSorted(),
    );
    expect(differences(bounded, own)).toEqual([]);
    expect(Object.keys(CONSENT).toSorted()).toEqual(Object.keys(consent).toSorted());
    expect(differences(CONSENT, consent)).toEqual([]);
  });

  it('have days without calls, and only lists that were checked', () => {
    const lists = { us_national_do_not_call: '2026-11-29T09:00Z', it_registro_opposizioni: null };

    expect(
      rulesOf({ hours: { weekdays: ['09:00-18:00'], saturday: null }, checked_lists: lists, budget: 5 }),
    ).toEqual({
      hours: { weekdays: ['09:00-18:00'], saturday: [] },
      checked_lists: { us_national_do_not_call: '2026-11-29T09:00Z' },
      budget: 5,
    });
    expect(rulesOf({ hours: null, checked_lists: { us_national_do_not_call: null } })).toEqual({
      hours: null,
      checked_lists: null,
    });
  });
});

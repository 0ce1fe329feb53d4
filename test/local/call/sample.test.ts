import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readText } from '#cli/samples/read-text.ts';
import { parseSample, readSample, sampleJsonSchema, sampleNames } from '#cli/samples/sample.ts';
import { rowsOf } from '../../support/rows.ts';

const SCHEMA = 'docs/sample.schema.json';

it('the published schema is that of the command (vitest -u writes it)', async () => {
  const text = `${JSON.stringify(sampleJsonSchema(), null, 2)}\n`;

  await expect(text).toMatchFileSnapshot(`../../../${SCHEMA}`);
});

it.each(sampleNames())('the sample %s fits the published schema', async (name) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(readFileSync('docs/openapi.json', 'utf8')), 'openapi.json');
  const { name: _, ...sample } = await readSample(name);

  ajv.validate(JSON.parse(readFileSync(SCHEMA, 'utf8')), sample);

  expect(ajv.errors).toBeNull();
});

describe('a sample of one’s own', () => {
  const HEAD =
    'agent: { prompt: Book tables., voice: { type: voice_builtin, voice_id: any } }\ncallee:\n  script:\n    - Hello\n';

  it('may be JSON or YAML, and what the callee says a text', () => {
    const yaml = parseSample(HEAD, 'own.yaml');
    const json = parseSample(
      '{\n\t"agent": { "prompt": "x", "voice": { "type": "voice_builtin", "voice_id": "x" } },\n\t"callee": { "answer": "busy" }\n}',
      'own.json',
    );

    expect(yaml.callee.script).toEqual([{ say: 'Hello' }]);
    expect(json.callee.answer).toBe('busy');
  });

  it('with a fault in its agent is refused as by the API, with the line', () => {
    const text = 'agent:\n  prompt: x\n  voice:\n    type: voice_builtin\n    voice_di: aria\ncallee: {}\n';

    const parse = () => parseSample(text, 'own.yaml');

    expect(parse).toThrow(
      'own.yaml:5: agent.voice.voice_di: Unknown key. The nearest known key is voice_id. (Further issues: 1.)',
    );
  });

  it.each(
    rowsOf<[more: string, message: string]>(import.meta.url, 'faulty-samples.jsonl'),
  )('with %j is refused in one sentence with the line, the place and the known words', (more, message) => {
    const parse = () => parseSample(`${HEAD}${more}\n`, 'own.yaml');

    expect(parse).toThrow(`own.yaml:${message}`);
    expect(parse).toThrow(/^[^\n]+$/);
  });

  it.each([
    ['bookin', 'There is no sample and no file "bookin": did you mean "booking"?'],
    ['/nowhere.yaml', 'The sample /nowhere.yaml cannot be read: there is no such file.'],
    ['/tmp', 'The sample /tmp cannot be read: it is a folder.'],
    ['/dev/zero', 'The sample /dev/zero is larger than 1,000,000 bytes.'],
    [process.execPath.replace(/[^/]+$/, ''), 'it is a folder'],
  ])('is looked for in %s', async (given, message) => {
    await expect(readSample(given)).rejects.toThrow(message);
  });

  it('is refused if it is no text', async () => {
    await expect(readText('docs/console/call-light.webp', 'sample')).rejects.toThrow(/is not UTF-8 text\.$/);
  });
});

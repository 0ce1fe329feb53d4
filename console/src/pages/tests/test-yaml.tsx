import { ApiError } from 'phone-call-agents-client';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { readYaml } from '../../parts/yaml/read-yaml.ts';
import { YamlText } from '../../parts/yaml/yaml-text.tsx';
import type { TestBody } from './test-api.ts';

/** Issues that are shown: each is looked up in the text. */
const MOST_ISSUES = 50;

/** A test as YAML, in the form of a test file. What the API finds wrong stands at its line. */
export default function TestYaml({
  test,
  onChange,
  onWrong,
  error,
}: {
  readonly test: TestBody;
  readonly onChange: (test: TestBody) => void;
  /** Gets why the text is no test; undefined if it is one. */
  readonly onWrong: (why: string | undefined) => void;
  readonly error: unknown;
}) {
  const [text, setText] = useState(() => stringify(test));
  const read = useMemo(() => readYaml(text), [text]);
  const issues = useMemo(() => {
    if (read.issues.length > 0 || !(error instanceof ApiError)) return read.issues;
    return error.issues
      .slice(0, MOST_ISSUES)
      .flatMap(({ loc: [place, ...path], msg }) =>
        place === 'body' && path.length > 0 ? [{ line: read.lineOf(path), text: msg }] : [],
      );
  }, [read, error]);
  const change = (written: string) => {
    setText(written);
    const { value, issues: wrong } = readYaml(written);
    const isTest = typeof value === 'object' && value !== null && !Array.isArray(value);
    onWrong(wrong[0] ? `Line ${wrong[0].line}: ${wrong[0].text}` : isTest ? undefined : 'A test has fields.');
    if (isTest) onChange({ ...value });
  };
  return <YamlText label="Test as YAML" {...{ text, issues, onChange: change }} />;
}

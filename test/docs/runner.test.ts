import { describe, expect, test } from 'vitest';
import { historyMarks } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

const ONE = '01a1fec5-de54-736b-a56b-61d7d8cecce8';
const OTHER = '01a1fec7-4f91-73ec-a598-1dfaaa9fdf23';

describe('the shown output', () => {
  test.each([
    ['whole', '{"a": 1}', '{"a":1}', 0],
    ['another value', '{"a": 1}', '{"a":2}', 1],
    ['a missing field', '{"a": 1, "b": null}', '{"a":1}', 1],
    ['more than is shown', '{"a": 1}', '{"a":1,"b":2}', 1],
    ['more, with a …', '{\n  "a": 1,\n  …\n}', '{"a":1,"b":2}', 0],
    ['more within a list', '[\n  1,\n  …\n]', '[1,2,3]', 0],
    ['a longer list', '[1]', '[1,2]', 1],
    ['a shorter list', '[\n  1,\n  2,\n  …\n]', '[1]', 1],
    ['only a …', '{\n  "a": {\n    …\n  }\n}', '{"a":{"b":1}}', 0],
    ['part of a text', '{"a": "pn_…"}', '{"a":"pn_x"}', 0],
    ['any text before a …', '{\n  "a": "…",\n  …\n}', '{"a":"x","b":1}', 0],
    ['another part', '{"a": "pn_…"}', '{"a":"px_x"}', 1],
    ['a time', '{"a": "2026-11-21T15:42:22.804Z"}', '{"a":"2027-01-01T00:00:00.000Z"}', 0],
    ['no time', '{"a": "2026-11-21T15:42:22.804Z"}', '{"a":null}', 1],
    ['the remainder of a limit', '{"reset_seconds": 60}', '{"reset_seconds":7}', 0],
    ['no JSON', '{}', 'curl: (7) refused', 1],
  ])('%s', (_name, shown, actual, differences) => {
    expect(new ShownAnswers().compareJson(shown, actual)).toHaveLength(differences);
  });

  test('an id keeps its value in the whole guide', () => {
    const answers = new ShownAnswers();
    expect(answers.compareText(ONE, OTHER)).toEqual([]);
    expect(answers.compareJson(`{"id": "/v1/posts/${ONE}"}`, `{"id":"/v1/posts/${OTHER}"}`)).toEqual([]);
    expect(answers.compareText(ONE, ONE)).toHaveLength(1);
  });
});

test('only single quotes protect an exclamation mark from an interactive shell', () => {
  expect(historyMarks(`-d '{"body":"Hello, network!"}'`)).toBe(0);
  expect(historyMarks(`node -pe "const a = f('x'); if (!a.ok) throw 1"`)).toBe(1);
  expect(historyMarks('[ "$A" != x ] && ! true && echo \\!x')).toBe(0);
});

const NO_TABS = { js: [], py: [] };

describe('a run', () => {
  const step = (script: string, shown: string | null = null) => ({
    line: 1,
    script,
    shown: shown === null ? null : { as: 'text' as const, text: shown },
  });

  test('keeps variables between blocks, in a folder like the repository', async () => {
    const steps = [step('WORD=here'), step('echo "$WORD {{base_url}}"', 'here http://x'), step('test -f README.md')];
    expect(
      await runGuide({ steps, tabs: NO_TABS }, await makeCheckout(), (text) =>
        text.replace('{{base_url}}', 'http://x'),
      ),
    ).toEqual([]);
  });

  test.each([
    ['a failing command', 'false'],
    ['an unset variable', 'echo "$NEVER_SET"'],
    ['a failure within a substitution', 'ID=$(node -e "throw 1")'],
    ['a failure that is not shown', `printf '{"ok":true}{"ok":false,"data":null}'`],
  ])('%s is reported', async (_name, script) => {
    const problems = await runGuide(
      { steps: [step('true'), step(script), step('true')], tabs: NO_TABS },
      await makeCheckout(),
      (text) => text,
    );
    expect(problems).toHaveLength(1);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../support/end-of-file.ts';
import { ROOT } from '../support/source-files.ts';
import type { Guide, Step, TabLanguage } from './guide.ts';
import { ShownAnswers } from './shape.ts';

const BREAK = '\u001e';
const LIMIT_MS = 700_000;
/** Files of the developer, which tests must not use. */
const OWN = ['.git', '.data', '.env'];

/** A folder like a fresh clone, removed at the end. */
export async function makeCheckout(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-guide-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  for (const name of await readdir(ROOT)) {
    if (!OWN.includes(name)) await symlink(join(ROOT, name), join(folder, name));
  }
  return folder;
}

/**
 * Runs the blocks one after the other in one shell, like a reader who pastes them, and reports every block that failed
 * or printed something else. `place` inserts the address of the server.
 */
export async function runGuide(
  { steps: shellSteps, tabs }: Pick<Guide, 'steps' | 'tabs'>,
  cwd: string,
  place: (text: string) => string,
  env: Record<string, string> = {},
): Promise<string[]> {
  const file = join(cwd, '.guide.sh');
  const blocks = shellSteps.map(({ script }, index) => `printf '${BREAK}${index}${BREAK}'\n${script}\n`);
  const others = tabCommands(tabs, shellSteps.length);
  const steps = [...shellSteps, ...others.steps];
  await writeFile(file, place(`set -eu\n${blocks.join('')}${others.script}\n`));
  const child = spawn('sh', [file], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? cwd, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LIMIT_MS);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  await rm(file);

  const answers = new ShownAnswers();
  const parts = stdout.split(BREAK).slice(1);
  const problems: string[] = [];
  for (let part = 0; part < parts.length; part += 2) {
    const step = steps[Number(parts[part])]!;
    for (const problem of judge(step, parts[part + 1]!, answers, place)) problems.push(`line ${step.line}: ${problem}`);
  }
  if (code !== 0) {
    const last = steps[parts.length / 2 - 1];
    problems.push(`line ${last?.line ?? 0}: the block ended with ${code ?? signal}\n${parts.at(-1) ?? ''}\n${stderr}`);
  }
  return problems;
}

/** How a reader runs the blocks of a language, with the client that the server offers. */
const PROGRAMS: Record<TabLanguage, { mark(index: number): string; install: string; name: string; run: string }> = {
  js: {
    mark: (index) => `console.log('${BREAK}${index}${BREAK}');`,
    install: 'npm install --silent --prefix . $API/docs/clients/{{npm_package}}',
    name: 'tabs.mjs',
    run: 'node tabs.mjs',
  },
  py: {
    mark: (index) => `print('${BREAK}${index}${BREAK}', flush=True)`,
    install: 'curl -sSO $API/docs/clients/{{python_wheel}}',
    name: 'tabs.py',
    run: 'PYTHONPATH={{python_wheel}} python3 tabs.py',
  },
};
const WITHOUT_PYTHON = spawnSync('python3', ['--version']).error !== undefined;

/** A block that imports the client begins a new program. */
const IMPORTS_CLIENT = /'@pronet\/client'|^from pronet import/m;

/** What a program prints as an export is for the next one. */
const THEN_EXPORT = `> printed || { cat printed; exit 1; }\ncat printed\neval "$(grep '^export ' printed || true)"`;

/** The reader of each language has an account of its own. */
function ownReader({ script, shown, line }: Step, language: TabLanguage): Step {
  const own = (text: string) => text.replaceAll(/\byou(?=@)|\byour-name\b/g, `${language}-$&`);
  return { line, script: own(script), shown: shown && { ...shown, text: own(shown.text) } };
}

/** The blocks of the other languages as commands for the end of the guide, whose variables they read. */
function tabCommands(tabs: Guide['tabs'], firstIndex: number): { steps: Step[]; script: string } {
  const all: Step[] = [];
  const scripts = (Object.keys(PROGRAMS) as TabLanguage[])
    .filter((language) => tabs[language].length > 0 && !(language === 'py' && WITHOUT_PYTHON))
    .map((language) => {
      const { mark, install, name, run } = PROGRAMS[language];
      const programs: string[] = [];
      for (const step of tabs[language]) {
        all.push(ownReader(step, language));
        const { script } = all.at(-1)!;
        if (IMPORTS_CLIENT.test(script)) programs.push('');
        programs[programs.length - 1] += `${mark(firstIndex + all.length - 1)}\n${script}\n`;
      }
      const runs = programs.map((text) => `cat > ${name} <<'END_OF_TABS'\n${text}END_OF_TABS\n${run} ${THEN_EXPORT}`);
      return `mkdir .tabs && cd .tabs\n${install}\n${runs.join('\n')}\ncd .. && rm -r .tabs`;
    });
  return { steps: all, script: scripts.join('\n') };
}

function judge({ shown }: Step, printed: string, answers: ShownAnswers, place: (text: string) => string): string[] {
  if (shown?.as === 'json') return answers.compareJson(place(shown.text), printed);
  if (shown?.as === 'text') return answers.compareText(place(shown.text), printed);
  // curl exits with 0 for any response: a failure that the guide does not show is an error.
  return /\{(\n {2})?"ok": ?false/.test(printed) ? [`refused: ${printed}`] : [];
}

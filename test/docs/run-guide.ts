import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../support/end-of-file.ts';
import { ROOT } from '../support/source-files.ts';
import type { Step } from './guide.ts';
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
  steps: Step[],
  cwd: string,
  place: (text: string) => string,
  env: Record<string, string> = {},
): Promise<string[]> {
  const file = join(cwd, '.guide.sh');
  const blocks = steps.map(({ script }, index) => `printf '${BREAK}${index}${BREAK}'\n${place(script)}\n`);
  await writeFile(file, `set -eu\n${blocks.join('')}`);
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

function judge({ shown }: Step, printed: string, answers: ShownAnswers, place: (text: string) => string): string[] {
  if (shown?.as === 'json') return answers.compareJson(place(shown.text), printed);
  if (shown?.as === 'text') return answers.compareText(place(shown.text), printed);
  // curl exits with 0 for any response: a failure that the guide does not show is an error.
  return /\{(\n {2})?"ok": ?false/.test(printed) ? [`refused: ${printed}`] : [];
}

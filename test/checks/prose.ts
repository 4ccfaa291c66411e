import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BANNED_PHRASES } from './banned-phrases.ts';

/** Checks texts and comments for banned phrases. Spelling is checked by cspell: see `npm run lint:prose`. */

const TEXTS = ['*.md', '*.ts', '*.eta', '*.html', '.env.example', 'Dockerfile', 'docker-compose.yml'];
/** Generated files, license texts, and the list of phrases itself. */
const EXCLUDED =
  /^(clients\/typescript\/src\/schema\.d\.ts|docs\/glossary\.md|src\/auth\/common-passwords\.md|test\/checks\/banned-phrases\.ts|LICENSE)$/;

const files = execFileSync('git', ['ls-files', '--', ...TEXTS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !EXCLUDED.test(file));

let found = 0;
for (const file of files) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const [phrase, instead] of BANNED_PHRASES) {
      const match = phrase.exec(line);
      if (!match) continue;
      found++;
      console.error(`${file}:${index + 1}: "${match[0]}": write ${instead}`);
    }
  }
}
console.error(found === 0 ? `${files.length} files, no banned phrase` : `${found} banned phrases`);
process.exitCode = found === 0 ? 0 : 1;

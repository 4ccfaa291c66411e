// Checks a file of `npm run pronet -- audit-export`: node examples/verify-audit.mjs audit.jsonl
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const heads = new Map();
const problems = [];
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { hash, ...seal } = JSON.parse(line);
  const { chain, entry, number, previous } = seal;
  if (hash === null) continue; // Not sealed yet.
  const head = heads.get(chain);
  if (entry === null && previous === null) {
    heads.set(chain, { number, hash }); // Dropped because of its age: the next seal contains its hash.
    continue;
  }
  if (head && (number !== head.number + 1 || previous !== head.hash))
    problems.push(`${chain} ${number}: seals are missing`);
  const computed = createHash('sha256').update(JSON.stringify(seal)).digest('hex');
  if (entry === null) problems.push(`${chain} ${number}: the entry is gone`);
  else if (computed !== hash) problems.push(`${chain} ${number}: entry ${entry.id} was changed`);
  heads.set(chain, { number, hash });
}
for (const problem of problems) console.error(problem);
console.log(`${heads.size} chains, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

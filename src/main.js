#!/usr/bin/env node
// Plain JavaScript, so that a Node.js too old for TypeScript gets this far and can say what is missing.
const NEEDED = [24, 18];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  await import('./cli.ts');
} else {
  process.stderr.write(
    `pronet: needs Node.js ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Use `npm start` or `npm run pronet -- <command>`: they run the Node.js that `npm ci` has installed.\n',
  );
  process.exitCode = 1;
}

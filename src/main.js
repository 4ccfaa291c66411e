#!/usr/bin/env node
// Plain JavaScript, so that a Node.js version without TypeScript support can run it and print the error.
const NEEDED = [24, 18];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  const { registerHooks } = await import('node:module');
  // For every imported file Node.js parses the package.json of its package. That of `drizzle-orm` has 180 kB, which would
  // take a fifth of the time of a start. Its files import each other by relative paths to ES modules.
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
        ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
  });
  await import('./cli.ts');
} else {
  process.stderr.write(
    `pronet: needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}. ` +
      'Use `npm start` or `npm run pronet -- <command>`, which run the Node.js that `npm ci` installed.\n',
  );
  process.exitCode = 1;
}

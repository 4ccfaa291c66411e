#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

// Plain JavaScript, so that a Node.js version without TypeScript support can run it and print the error.
const NEEDED = [24, 18];

const own = new URL('.', import.meta.url).href;
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  const { enableCompileCache, registerHooks } = await import('node:module');
  // Small buffers are parts of a larger one, which stays in memory as long as any of them is used. With the default of
  // 64 KiB, buffers take 27 instead of 19 MiB while tools are called.
  Buffer.poolSize = 8 * 1024;
  // Saves about a second on the next start, and 10 MiB: it contains the files without their types, so Node.js doesn't load
  // the compiler that removes them. If the cache can't be written, the start works without it.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  // Node.js looks for every imported file, its real path, and the package.json of its package: a quarter of a start. The
  // relative imports of these files need none of that, because they name an existing file of a known format.
  const packages = /\/node_modules\/(?:drizzle-orm|zod)\//;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context;
      if (!parentURL || !specifier.startsWith('.')) return nextResolve(specifier, context);
      const isOwn = specifier.endsWith('.ts') && parentURL.startsWith(own);
      if (!isOwn && !packages.test(parentURL)) return nextResolve(specifier, context);
      const format = isOwn ? 'module-typescript' : 'module';
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    },
  });
  await import('./cli.ts');
} else {
  process.stderr.write(
    `pronet: needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}. ` +
      'Use `npm start` or `npm run pronet -- <command>`, which run the Node.js that `npm ci` installed.\n',
  );
  process.exitCode = 1;
}

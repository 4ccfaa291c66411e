import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { SIGN_UPS } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { isLoopback } from '../core/loopback.ts';
import { SERVICE_NAME } from '../core/service-name.ts';
import { StartError } from '../core/start-error.ts';
import { backupSettings, backupsOf, isS3Place } from './backup.ts';
import { UNKNOWN_BUILD } from './build.ts';
import type { Env } from './env.ts';
import { isBareAddress, mediaSettings, mediaStorageOf } from './media-storage.ts';

/** Addresses that mean "all interfaces": the server can listen on them, but clients can't call them. */
const UNSPECIFIED = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

const httpUrl = z
  .url({ protocol: /^https?$/, message: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''));
const hasHost = (value: string) => URL.parse(value)?.hostname !== '';
/** An address, or a name and an address: `Our network <no-reply@example.com>`. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const CONTACT = /^(?:mailto:[^\s<>@]+@[^\s<>@]+|https:\/\/[^\s/]+\S*)$/;
/** The service is always at the root of its host: links consist of this origin and a path. */
const origin = httpUrl.refine(
  (value) => URL.parse(value)?.origin === new URL(value).href.replace(/\/$/, ''),
  'must consist of scheme, host and optional port, such as https://network.example.com, without path, user or query',
);
const whole = (min: number, max: number, message = `must be a whole number from ${min} to ${max}`) =>
  z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
const MULTIPLIER_MAX = 1_000_000;
const multiplier = `must be a number above 0, at most ${MULTIPLIER_MAX}`;
const POSTGRES_URL =
  'must be a URL such as postgres://user:password@host:5432/database, or for a socket postgres://user@localhost/database?host=/folder';
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, message: POSTGRES_URL });
const yesNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const LOOPBACK_ONLY = 'WEBHOOK_ALLOW_LOOPBACK: must not be true unless HOST and BASE_URL are loopback addresses';

const DAY_MS = 86_400_000;

const SECRET_KEY_MIN = 32;
const PREVIOUS_KEYS = `must be one key, or two with a comma between, each with at least ${SECRET_KEY_MIN} characters`;

const PROCESSES_MAX = 64;
const processCount = whole(1, PROCESSES_MAX, `must be a whole number from 1 to ${PROCESSES_MAX}, or auto`);

/** Rules about what a credential has done look back this far. */
const AUDIT_KEEP_MIN_DAYS = 365;
const AUDIT_KEEP = `must be forever, or at least ${AUDIT_KEEP_MIN_DAYS} days, such as 730d`;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const ratio = z.string().regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1');

const envSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535, 'must be a whole number from 1 to 65535, or 0 for any free port').default(3000),
  BASE_URL: origin.optional(),
  AUTH_URL: origin.optional(),
  WEB_URL: httpUrl.refine(isBareAddress, 'must not contain a user, password, query or fragment').optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(10),
  SLOW_STATEMENT_MS: whole(1, 60_000).default(1000),
  DATA_DIR: z
    .string()
    .regex(/^(?!~)/, 'must not begin with ~, which only a shell expands; write the full path, such as /home/name')
    .default('.data'),
  ...mediaSettings,
  ...backupSettings,
  AUDIT_KEEP: z
    .string()
    .regex(/^(forever|\d{3,5}d)$/, AUDIT_KEEP)
    .transform((text) => (text === 'forever' ? null : Number.parseInt(text, 10)))
    .refine((days) => days === null || days >= AUDIT_KEEP_MIN_DAYS, AUDIT_KEEP)
    .default(null),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, message: 'must begin with redis:// or rediss://' })
    .refine(hasHost, 'must contain a host, such as redis://cache.example.com:6379')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, message: 'must begin with smtp:// or smtps://' })
    .refine(hasHost, 'must contain a host, such as smtps://user:password@mail.example.com:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(SENDER, 'must be an e-mail address, or a name and an address: Our network <no-reply@example.com>')
    .optional(),
  MAIL_DIGEST: z.enum(['daily', 'off'], 'must be daily or off').default('daily'),
  RATE_LIMIT_ENABLED: yesNo.default(true),
  RATE_LIMIT_MULTIPLIER: z.coerce.number(multiplier).positive(multiplier).max(MULTIPLIER_MAX, multiplier).default(1),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: z.string().optional(),
  WORKER: z.enum(['in_process', 'separate'], 'must be in_process or separate').default('in_process'),
  PROCESSES: z
    .string()
    .transform((value) => (value === 'auto' ? String(Math.min(availableParallelism(), PROCESSES_MAX)) : value))
    .pipe(processCount)
    .default(1),
  SIGNUP: z.enum(SIGN_UPS, 'must be open, approval, invite or closed').optional(),
  OPERATOR_SECOND_FACTOR: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  SECRET_KEY: z.string().min(SECRET_KEY_MIN, `must have at least ${SECRET_KEY_MIN} characters`).optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine((keys) => keys.length <= 2 && keys.every((key) => key.length >= SECRET_KEY_MIN), PREVIOUS_KEYS)
    .default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: whole(1, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio.optional(),
  SHUTDOWN_DELAY_MS: whole(0, 60_000).optional(),
  MAX_CONNECTIONS: whole(10, 100_000).default(2000),
  MAX_EVENT_STREAMS: whole(0, 100_000).optional(),
  PASSWORD_MIN_LENGTH: whole(LIMITS.password.floor_length, 64).default(LIMITS.password.min_length),
  OAUTH_REFRESH_GRACE_SECONDS: whole(0, 600).default(60),
  OAUTH_REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  WEBHOOK_ALLOW_LOOPBACK: yesNo.default(false),
  SECURITY_CONTACT: z.string().regex(CONTACT, 'must be mailto: and an e-mail address, or an https address').optional(),
  REPOSITORY_URL: httpUrl.refine(isBareAddress, 'must not contain a user, password, query or fragment').optional(),
});

type Values = z.output<typeof envSchema>;

export type Config = ReturnType<typeof makeConfig>;

/** Parses the variables. Fails with a one-line message that names the invalid one. */
export function makeConfig(env: Env) {
  const values = parse(env);
  const ownUrl = ownUrlOf(values);
  const ownHost = new URL(ownUrl).hostname;
  const baseUrl = values.BASE_URL ?? callable(ownUrl, values);
  // Behind a proxy on the same machine, the server listens on loopback but is public. `BASE_URL` shows that.
  const loopback = isLoopback(ownHost) && isLoopback(new URL(baseUrl).hostname);
  if (values.WEBHOOK_ALLOW_LOOPBACK && !loopback) throw new StartError(LOOPBACK_ONLY);
  return { ...settingsOf(values, baseUrl, loopback), ...featuresOf(values) };
}

function featuresOf(values: Values) {
  return {
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
    /** How long a used refresh token still works, because clients may refresh in parallel. 0 disables reuse. */
    oauthRefreshGraceMs: values.OAUTH_REFRESH_GRACE_SECONDS * 1000,
    webhookAllowLoopback: values.WEBHOOK_ALLOW_LOOPBACK,
    oauthRegistration: values.OAUTH_REGISTRATION === 'on',
    /** For reports of vulnerabilities: a URI. */
    securityContact: values.SECURITY_CONTACT,
    /** Where the source of this server is, for those who want to read or change it. */
    repositoryUrl: values.REPOSITORY_URL,
    serviceName: SERVICE_NAME,
  };
}

function settingsOf(values: Values, baseUrl: string, loopback: boolean) {
  const { SMTP_URL: smtpUrl } = values;
  return {
    host: values.HOST,
    port: values.PORT,
    /** Whether only this machine can reach the server. Defaults are then those for development. */
    loopback,
    baseUrl,
    /** Whether others can reach the server and send passwords and keys in clear text. */
    lacksTls: !loopback && [baseUrl, values.AUTH_URL ?? baseUrl].some((url) => url.startsWith('http:')),
    authUrl: values.AUTH_URL ?? baseUrl,
    webUrl: values.WEB_URL ?? baseUrl,
    ...databaseUrlsOf(values),
    /** The role that owns the schema, if the server's own must not be able to change the audit log. */
    databaseOwnerUrl: ownerUrlOf(values),
    databasePoolSize: values.DATABASE_POOL_SIZE,
    slowStatementMs: values.SLOW_STATEMENT_MS,
    dataDir: resolve(values.DATA_DIR),
    redisUrl: values.REDIS_URL,
    mediaStorage: mediaStorageOf(values, { backsUpToS3: isS3Place(values.BACKUP_TO) }),
    backups: backupsOf(values),
    /** For how long entries of the audit log are kept; null: forever. */
    auditKeptMs: values.AUDIT_KEEP === null ? null : values.AUDIT_KEEP * DAY_MS,
    smtpUrl,
    mailFrom: values.MAIL_FROM ?? `pronet <no-reply@${new URL(baseUrl).hostname}>`,
    /** Otherwise mails are files in the data directory. */
    sendsMails: smtpUrl !== undefined,
    /** Without a mail server nobody would read the files. */
    sendsDigests: smtpUrl !== undefined && values.MAIL_DIGEST === 'daily',
    rateLimitEnabled: values.RATE_LIMIT_ENABLED,
    rateLimitMultiplier: values.RATE_LIMIT_MULTIPLIER,
    logLevel: values.LOG_LEVEL,
    /** A server sets it when it starts. */
    build: UNKNOWN_BUILD,
    trustProxy: parseTrustProxy(values.TRUST_PROXY),
    worker: values.WORKER,
    processes: values.PROCESSES,
    ...accessOf(values, loopback),
    secretKey: values.SECRET_KEY,
    /** With these, what is older can still be read. */
    previousSecretKeys: previousKeysOf(values),
    /** Who may read `/metrics`: with the token, or on the port. */
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    /** Their packages read the other settings of traces. */
    sendsTraces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    /** Behind a proxy, readiness must fail some seconds before the listener closes. */
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS ?? (loopback ? 0 : 3000),
    maxConnections: Math.ceil(values.MAX_CONNECTIONS / values.PROCESSES),
    /** The other half is left for requests that end. */
    maxEventStreams: Math.ceil((values.MAX_EVENT_STREAMS ?? Math.floor(values.MAX_CONNECTIONS / 2)) / values.PROCESSES),
  };
}

/** Who may use the server, and how they prove who they are. */
function accessOf({ SIGNUP, SMTP_URL, OPERATOR_SECOND_FACTOR }: Values, loopback: boolean) {
  return {
    signup: SIGNUP ?? (loopback ? ('open' as const) : ('invite' as const)),
    /** Operators can suspend anybody. */
    operatorsNeedSecondFactor: (OPERATOR_SECOND_FACTOR ?? (loopback ? 'optional' : 'required')) === 'required',
    /** Development machines rarely receive mail: on loopback without SMTP, addresses count as verified. */
    emailsCountAsVerified: loopback && !SMTP_URL,
  };
}

function parse(env: Env): Values {
  const { error, data } = envSchema.safeParse(env);
  if (error) throw new StartError(`${String(error.issues[0]!.path[0])}: ${error.issues[0]!.message}`);
  if (data.METRICS_PORT === data.PORT) throw new StartError('METRICS_PORT: must not be the same as PORT');
  return data;
}

function ownUrlOf({ HOST, PORT }: Values): string {
  const url = `http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}:${PORT}`;
  if (URL.canParse(url)) return url;
  throw new StartError('HOST: must be an IP address or a host name');
}

function callable(ownUrl: string, { HOST }: Values): string {
  if (!UNSPECIFIED.includes(new URL(ownUrl).hostname)) return ownUrl;
  throw new StartError(`BASE_URL: must be set when HOST is ${HOST}, because all links of the service begin with it`);
}

/** With a pooler, `databaseUrl` leads past it: only the pool of a server or worker uses `poolerUrl`. */
function databaseUrlsOf({ DATABASE_URL, DATABASE_LISTEN_URL }: Values) {
  if (DATABASE_LISTEN_URL === undefined) return { databaseUrl: DATABASE_URL, poolerUrl: undefined };
  if (DATABASE_URL === undefined)
    throw new StartError('DATABASE_LISTEN_URL: requires DATABASE_URL, which leads through the pooler');
  return { databaseUrl: DATABASE_LISTEN_URL, poolerUrl: DATABASE_URL };
}

function ownerUrlOf(values: Values): string | undefined {
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new StartError('DATABASE_OWNER_URL: requires DATABASE_URL, the role that the server runs as');
  }
  return values.DATABASE_OWNER_URL;
}

function previousKeysOf({ SECRET_KEY: current, SECRET_KEY_PREVIOUS: previous }: Values): string[] {
  if (previous.length > 0 && current === undefined)
    throw new StartError('SECRET_KEY_PREVIOUS: requires SECRET_KEY, the key for what is new');
  if (new Set([current?.trim(), ...previous]).size <= previous.length)
    throw new StartError('SECRET_KEY_PREVIOUS: must not contain SECRET_KEY, nor a key twice');
  return previous;
}

/** A number of hops or a list of networks. `true` is rejected: it would let every caller choose its own address. */
function parseTrustProxy(value: string | undefined): number | string[] | false {
  if (value === undefined || value === 'false' || value === '0') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const networks = value.split(',').map((network) => network.trim());
  if (!networks.every((network) => isIP(network.split('/')[0]!) !== 0)) {
    throw new StartError('TRUST_PROXY: must be a number of hops or a comma-separated list of networks, never true');
  }
  const wrong = networks.find((network) => !hasPrefix(network));
  if (wrong === undefined) return networks;
  throw new StartError(
    `TRUST_PROXY: ${wrong} is not a network: the prefix must be a number from 1 to 32, or to 128 for IPv6, as in 10.0.0.0/8`,
  );
}

/** Whether the length of the prefix is possible. A single address needs none. */
function hasPrefix(network: string): boolean {
  const [address, ...prefixes] = network.split('/');
  const longest = isIP(address!) === 6 ? 128 : 32;
  return prefixes.length === 0 || (prefixes.length === 1 && isWholeUpTo(longest, prefixes[0]!));
}

const isWholeUpTo = (max: number, text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max;

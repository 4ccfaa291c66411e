import { type Logger, pino } from 'pino';

/** What may never reach a log, wherever in an object it stands. The request line itself holds none of it. */
const REDACTED = ['authorization', 'password', 'new_password', 'current_password', 'secret', 'token', 'email', 'body'];

/** JSON lines on standard output. */
export function makeLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** SQLSTATE classes whose messages name columns, constraints and syntax, never a value. */
const VALUE_FREE = /^(23|42)/;

/** Of a database error neither the values (`detail`, `where`) nor the parameters: they hold what members wrote. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    code,
    constraint,
    message: 'severity' in error && !VALUE_FREE.test(String(code)) ? undefined : error.message,
    stack: frames?.slice(0, 12).join('\n'),
    cause: error.cause instanceof Error ? serializeError(error.cause) : undefined,
  };
}

/** Fastify's own lines. The one about listening says less than `ready`, so only warnings and errors remain. */
export function frameworkLogger(log: Logger): Logger {
  return log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log;
}

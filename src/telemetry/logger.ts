import { type Logger, pino } from 'pino';

/** Fields that must never be logged, at up to three levels of an object. Request lines contain none of them. */
const REDACTED = ['authorization', 'password', 'new_password', 'current_password', 'secret', 'token', 'email', 'body'];

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

/** SQLSTATE classes whose messages contain columns, constraints and syntax, but no values. */
const VALUE_FREE = /^(23|42)/;

/** Omits the values (`detail`, `where`) and parameters of database errors, which can contain text from members. */
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

/** The logger for Fastify. Only warnings and errors: its line about listening says less than our `ready`. */
export function frameworkLogger(log: Logger): Logger {
  return log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log;
}

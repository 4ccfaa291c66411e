import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ENV_NAMES } from '../config/env.ts';
import { StartError } from '../core/start-error.ts';

/** An invalid command line. Printed as one line, like every start error; the exit code is 2. */
export class UsageError extends StartError {
  override name = 'UsageError';
}

/**
 * Rejects unknown options and extra arguments.
 *
 * @throws UsageError
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  command: string,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${command}: ${explain(error as NodeJS.ErrnoException)} ${seeHelp(command)}`);
  }
}

export const seeHelp = (command: string): string => `See \`npm run pronet -- ${command.split(' ')[0]} --help\`.`;

export function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  // Node.js quotes the option in its message. Some messages have several lines.
  const named = /'(--?[^' ]+|[^']*)/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `unknown option ${named}.${settingHint(named)}`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `unexpected argument ${named}.`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take') ? `${named} takes no value.` : `${named} needs a value.`;
    default:
      throw new UsageError(message.split('\n')[0]);
  }
}

/** Suggests the setting when an option such as `--port` has the name of one. */
function settingHint(option: string): string {
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const setting = ENV_NAMES.find((known) => known === name);
  return setting ? ` Set ${setting} in the environment or in .env instead.` : '';
}

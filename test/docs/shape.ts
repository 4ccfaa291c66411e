/**
 * Holds what a guide shows against what was really answered. A shown text stands for itself, but for what differs at
 * every run: `…` stands for anything, a timestamp for any timestamp, a UUID for any UUID, yet for the same one wherever
 * the guide shows it again. An object or a list that holds no `…` is shown whole.
 */
export class ShownAnswers {
  readonly #ids = new Map<string, string>();

  /** Every difference in words, empty where there is none. `shown` and `actual` are JSON texts. */
  compareJson(shown: string, actual: string): string[] {
    let answer: unknown;
    try {
      answer = JSON.parse(actual);
    } catch {
      return [`no JSON: ${actual.slice(0, 500)}`];
    }
    return this.#compare(parseShown(shown), answer, '$');
  }

  /** Line by line, without the blank space around. */
  compareText(shown: string, actual: string): string[] {
    return this.#string(shown.trim(), actual.trim().replaceAll('\r', ''), 'output');
  }

  #compare(shown: unknown, actual: unknown, path: string): string[] {
    if (typeof shown === 'string') return this.#string(shown, actual, path);
    if (Array.isArray(shown)) return this.#list(shown, actual, path);
    if (typeof shown === 'object' && shown !== null) return this.#object(shown, actual, path);
    // What is left of a limit depends on the second that it is asked for in.
    if (typeof shown === 'number' && /\.(remaining|reset_seconds|retry_after_seconds)$/.test(path)) {
      return typeof actual === 'number' ? [] : [`${path}: a number is shown, ${JSON.stringify(actual)} came`];
    }
    return Object.is(shown, actual) ? [] : [`${path}: ${shown} is shown, ${JSON.stringify(actual)} came`];
  }

  #list(shown: unknown[], actual: unknown, path: string): string[] {
    if (!Array.isArray(actual)) return [`${path}: a list is shown, ${JSON.stringify(actual)} came`];
    const items = shown.filter((item) => item !== REST);
    if (items.length === shown.length ? actual.length !== items.length : actual.length < items.length) {
      return [`${path}: ${items.length} items are shown, ${actual.length} came: ${JSON.stringify(actual)}`];
    }
    return items.flatMap((item, index) => this.#compare(item, actual[index], `${path}[${index}]`));
  }

  #object(shown: object, actual: unknown, path: string): string[] {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
      return [`${path}: an object is shown, ${JSON.stringify(actual)} came`];
    }
    const names = Object.keys(shown).filter((name) => name !== REST);
    const silent = REST in shown ? [] : Object.keys(actual).filter((name) => !names.includes(name));
    return [
      ...silent.map((name) => `${path}.${name} came and is not shown, and no … tells of more`),
      ...names.flatMap((name) =>
        this.#compare(
          (shown as Record<string, unknown>)[name],
          (actual as Record<string, unknown>)[name],
          `${path}.${name}`,
        ),
      ),
    ];
  }

  #string(shown: string, actual: unknown, path: string): string[] {
    const wrong = [`${path}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(actual)} came`];
    if (typeof actual !== 'string') return wrong;
    const ids: string[] = [];
    const pattern = shown.split(VARYING).map((part) => {
      if (part === MORE) return '[^]*';
      if (TIME.test(part)) return TIME.source;
      if (!UUID.test(part)) return part.replace(SPECIAL, '\\$&');
      ids.push(part);
      return `(${UUID.source})`;
    });
    const found = new RegExp(`^${pattern.join('')}$`).exec(actual);
    if (!found) return wrong;
    return ids.flatMap((id, index) => {
      const real = found[index + 1]!;
      const bound = this.#ids.get(id) ?? real;
      this.#ids.set(id, bound);
      return bound === real ? [] : [`${path}: ${id} stood for ${bound} before, and stands for ${real} here`];
    });
  }
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const MORE = '…';
/** What a line of `…` alone becomes: a word that no guide shows, so that a text `"…"` stays one. */
const REST = '⋯';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;
const VARYING = new RegExp(`(${UUID.source}|${TIME.source}|${MORE})`);

/** A shown JSON text; a line of `…` alone says that the object or list holds more. */
function parseShown(text: string): unknown {
  const open: string[] = [];
  const lines = text.split('\n').map((line) => {
    if (line.trim().replace(',', '') === MORE) {
      const entry = open.at(-1) === '{' ? `"${REST}":0` : `"${REST}"`;
      return `${entry},`;
    }
    for (const sign of line.replace(/"(\\.|[^"\\])*"/g, '').match(/[{}[\]]/g) ?? []) {
      if (sign === '{' || sign === '[') open.push(sign);
      else open.pop();
    }
    return line;
  });
  const whole = lines
    .join('\n')
    // The line before a … at the end has a comma already where JSON's rules ask for one.
    .replace(/([^\s,{[])(\s*)("⋯"(?::0)?,)/g, '$1,$2$3')
    .replace(/("⋯"(?::0)?),(\s*[}\]])/g, '$1$2');
  try {
    return JSON.parse(whole);
  } catch (error) {
    throw new Error(`a guide shows JSON that is none: ${(error as Error).message} in\n${text}`);
  }
}

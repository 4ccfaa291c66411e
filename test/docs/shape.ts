/**
 * Compares what a guide shows with the actual output. Shown text is literal, except for what differs between runs: `…`
 * matches anything, a timestamp any timestamp, a UUID any UUID, but the same one throughout the guide. An object or a
 * list without `…` is complete.
 */
export class ShownAnswers {
  readonly #ids = new Map<string, string>();

  /** All differences as sentences; empty if there are none. `shown` and `actual` are JSON texts. */
  compareJson(shown: string, actual: string): string[] {
    let answer: unknown;
    try {
      answer = JSON.parse(actual);
    } catch {
      return [`no JSON: ${actual.slice(0, 500)}`];
    }
    return this.#compare(parseShown(shown), answer, '$');
  }

  /** Line by line, ignoring surrounding blanks. */
  compareText(shown: string, actual: string): string[] {
    return this.#string(shown.trim(), actual.trim().replaceAll('\r', ''), 'output');
  }

  #compare(shown: unknown, actual: unknown, path: string): string[] {
    if (typeof shown === 'string') return this.#string(shown, actual, path);
    if (Array.isArray(shown)) return this.#list(shown, actual, path);
    if (typeof shown === 'object' && shown !== null) return this.#object(shown, actual, path);
    // The remainder of a limit depends on the time of the request.
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
      ...silent.map((name) => `${path}.${name} is in the output but not shown, without a …`),
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
      return bound === real ? [] : [`${path}: ${id} was ${bound} before, and is ${real} here`];
    });
  }
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const MORE = '…';
/** Replaces a line of only `…`: no guide uses this character, so the text `"…"` stays a text. */
const REST = '⋯';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;
const VARYING = new RegExp(`(${UUID.source}|${TIME.source}|${MORE})`);

/** Parses shown JSON; a line of only `…` means that the object or list has more items. */
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
    // The line before a final … already has the comma that JSON requires.
    .replace(/([^\s,{[])(\s*)("⋯"(?::0)?,)/g, '$1,$2$3')
    .replace(/("⋯"(?::0)?),(\s*[}\]])/g, '$1$2');
  try {
    return JSON.parse(whole);
  } catch (error) {
    throw new Error(`a guide shows JSON that is none: ${(error as Error).message} in\n${text}`);
  }
}

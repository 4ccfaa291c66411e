type Lines = Record<'info' | 'warn', (fields: object, message: string) => void>;

/** Logs one line when something stops to work and one when it works again, instead of every failure. */
export class CallOutage {
  readonly #log: Lines;
  readonly #messages: { begin: string; end: string };
  #begunAt: number | undefined;

  constructor(log: Lines, messages: { begin: string; end: string }) {
    this.#log = log;
    this.#messages = messages;
  }

  failed(error: unknown): void {
    if (this.#begunAt !== undefined) return;
    this.#begunAt = performance.now();
    this.#log.warn({ reason: error instanceof Error ? error.message : String(error) }, this.#messages.begin);
  }

  worked(): void {
    if (this.#begunAt === undefined) return;
    const seconds = Math.round((performance.now() - this.#begunAt) / 100) / 10;
    this.#begunAt = undefined;
    this.#log.info({ seconds }, this.#messages.end);
  }
}

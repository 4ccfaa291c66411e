/** By the names of OpenTelemetry's semantic conventions. No value is what a member wrote. */
export type SpanAttributes = Readonly<Record<string, string | number | string[]>>;

export type NewSpan = {
  name: string;
  /** `job`: begins a trace of its own. `call`: to another system, recorded only within a request or a job. */
  kind: 'job' | 'call';
  attributes: SpanAttributes;
};

/** Runs `work` in a span, which ends with it. `span` is called only if traces are on. */
export type Traced = <T>(span: () => NewSpan, work: () => Promise<T>) => Promise<T>;

/** Where traces are off. */
export const untraced: Traced = (_span, work) => work();

/** The span of a request. */
export type RequestSpan = {
  readonly traceId: string;
  /** Runs `next`, and all that follows from it, in the span. */
  within(next: () => void): void;
  end(attributes: SpanAttributes, isFault: boolean): void;
};

export type Tracing = {
  readonly traced: Traced;
  /** Begins a span below the caller's `traceparent` (W3C Trace Context), or below the request that this one is part of. */
  request(name: string, attributes: SpanAttributes, headers: Readonly<Record<string, unknown>>): RequestSpan;
  /** Sends what is left. */
  close(): Promise<void>;
};

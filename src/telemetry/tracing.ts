import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { CallOutage } from '../core/outage.ts';
import { SERVICE_NAME } from '../core/service-name.ts';
import type { NewSpan, RequestSpan, Traced, Tracing } from '../core/tracing.ts';
import { VERSION } from '../core/version.ts';

type Log = ConstructorParameters<typeof CallOutage>[0];

const KINDS = { job: SpanKind.CONSUMER, call: SpanKind.CLIENT } satisfies Record<NewSpan['kind'], SpanKind>;
const FAILED = { code: SpanStatusCode.ERROR };

/** Sends traces by OTLP. The packages read the rest, such as the sampler, from `OTEL_...` themselves. */
export function openTracing(log: Log, exporter: SpanExporter = new OTLPTraceExporter()): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(observedExporter(exporter, log))],
  });
  provider.register();
  const tracer = provider.getTracer(SERVICE_NAME, VERSION);

  const traced: Traced = (describe, work) => {
    const { name, kind, attributes } = describe();
    if (kind === 'call' && trace.getActiveSpan() === undefined) return work();
    const options = { kind: KINDS[kind], attributes, root: kind === 'job' };
    return tracer.startActiveSpan(name, options, (span) => endedWith(span, work));
  };

  return {
    traced,
    request(name, attributes, headers): RequestSpan {
      const caller = propagation.extract(context.active(), headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
      const within = trace.setSpan(caller, span);
      return {
        traceId: span.spanContext().traceId,
        within: (next) => context.with(within, next),
        end(more, isFault) {
          if (!span.isRecording()) return;
          span.setAttributes(more);
          if (isFault) span.setStatus(FAILED);
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/** Without the error's message, which may contain what a member wrote. */
async function endedWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    span.setAttribute('error.type', String(code ?? name)).setStatus(FAILED);
    throw error;
  } finally {
    span.end();
  }
}

/** Logs where an outage of the collector begins and ends. Its spans are lost. */
function observedExporter(exporter: SpanExporter, log: Log): SpanExporter {
  const outage = new CallOutage(log, { begin: 'traces cannot be sent', end: 'traces can be sent again' });
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) outage.failed(result.error);
        else outage.worked();
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** A block of a stream. `undefined`: it has no such line. */
export type Message = { id?: string; data?: string; retry?: number };

/**
 * Parses server-sent events. Unlike common parsers it also yields blocks without data, because the first one tells where
 * the stream starts.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let message: Message = {};
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A block that is cut off does not count.
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      for (const line of lines) {
        if (line !== '') addLine(message, line);
        else {
          yield message;
          message = {};
        }
      }
    }
  } finally {
    // Otherwise the connection stays open when the reader stops.
    await reader.cancel().catch(() => undefined);
  }
}

function addLine(message: Message, line: string): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'id') message.id = value;
  else if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`;
  else if (name === 'retry' && /^\d+$/.test(value)) message.retry = Number(value);
}

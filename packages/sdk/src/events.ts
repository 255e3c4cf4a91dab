/** An event of a stream (`text/event-stream`). */
export interface ServerEvent {
  id: string | undefined;
  data: string;
}

/** The service writes at least every 20 seconds, so a connection without a sign of life is gone. */
const silence = 60_000;
const longestEvent = 4_000_000;

/** Reads the events of a stream until it ends. Rejects if nothing comes for a minute. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      if (text.length > longestEvent) throw new Error('An event of the stream is too long');
      const events = text.replaceAll('\r\n', '\n').split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const { id, data } = parseEvent(event);
        if (data !== '') yield { id, data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The stream is silent')), silence);
  });
  try {
    return await Promise.race([reader.read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseEvent(lines: string): ServerEvent {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of lines.split('\n')) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { id, data: data.join('\n') };
}

// Measures the memory that a large upload takes: 100 MiB in one request, in parts, and four at once. Fails if
// memory grows with the size.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startProgram, type Server } from './server.ts';

const mebibyte = 1024 * 1024;
const large = 100;
/** Allowed growth in MiB before a garbage collection, independent of the upload size. */
const allowed = 64;
const boundary = 'boundary-of-the-bench';

const folder = await mkdtemp(join(tmpdir(), 'bench-uploads-'));
const [port, hop] = [await freePort(), await freePort()];
const secret = randomBytes(16).toString('hex');
const server = await startProgram(
  {
    DATA_DIR: folder,
    PLAZA_PORT: String(port),
    HOP_PORT: String(hop),
    API_KEY: 'bench',
    API_SECRET: secret,
    LOG_LEVEL: 'warn',
  },
  port,
);
try {
  const token = await signUp(server);
  await send(server, token, { size: 1 });
  await measure('one request', () => send(server, token, { size: large }));
  await measure('50 parts', async () => {
    for (let part = 0; part < 50; part += 1) await send(server, token, { size: large / 50, part, parts: 50 });
  });
  await measure('four concurrent requests', async () => {
    await Promise.all([1, 2, 3, 4].map(() => send(server, token, { size: large })));
  });
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(what: string, work: () => Promise<void>): Promise<void> {
  const before = server.memory();
  let max = before;
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      max = Math.max(max, server.memory());
      await sleep(50);
    }
  })();
  const start = performance.now();
  await work();
  done.abort();
  await watching;
  const took = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${what}: ${before} MiB before, ${max} MiB at peak, ${took} s`);
  if (max - before > allowed) process.exitCode = 1;
}

async function signUp({ origin }: Server): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(`${origin}/apis/php/auth/signup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'bench',
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', secret).update(timestamp).digest('hex'),
    },
    body: JSON.stringify({
      username: 'uploader',
      email: 'uploader@example.org',
      password: randomBytes(12).toString('hex'),
      first_name: 'Up',
      last_name: 'Loader',
      gender: '1',
      device_type: 'A',
    }),
  });
  const { data, message } = (await answer.json()) as { data?: { token: string }; message: string };
  if (!data) throw new Error(message);
  return data.token;
}

/**
 * Sends a video of the given size in MiB, or a part of one, generated while sending so that the sender does
 * not buffer it.
 */
async function send(
  { origin }: Server,
  token: string,
  { size, part, parts }: { size: number; part?: number; parts?: number },
): Promise<void> {
  const chunked = part === undefined ? {} : { guid: 'video', chunkIndex: part, totalChunks: parts };
  const fields = Object.entries({ type: 'video', handle: 'chat', ...chunked }).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="video.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  const beginning = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'),
    Buffer.alloc(mebibyte - 24),
  ]);
  const call = request(`${origin}/apis/php/data/upload`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<string>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
  });
  call.write(fields.join('') + head);
  for (let sent = 0; sent < size; sent += 1) {
    const chunk = sent === 0 && !part ? beginning : Buffer.alloc(mebibyte);
    if (!call.write(chunk)) await new Promise((resolve) => call.once('drain', resolve));
  }
  call.end(`\r\n--${boundary}--\r\n`);
  await answered;
}

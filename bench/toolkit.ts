/**
 * Benchmarks the toolkit: tools compared with the bare functions behind the same Fastify, in processor time
 * of the server, and the startup cost of hundreds of tools. Usage: `node bench/toolkit.ts [calls]`.
 */
import { execFileSync } from 'node:child_process';
import { freePort, startServer } from './server.ts';

const calls = Number(process.argv[2] ?? 3000);

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
const json = JSON.stringify(
  Array.from({ length: 50 }, (_, id) => ({ id, name: `Name ${id}`, tags: ['a', 'b'] })),
);
const bodies = {
  'sha256-generator': { text },
  'base64-encoder': { text },
  'json-formatter': { json },
  convert: { from: 'kilometers', to: 'miles', value: '12.5' },
};

const port = await freePort();
const server = await startServer(['bench/baselines/tools.ts', String(port)], {}, port);
try {
  for (const [slug, body] of Object.entries(bodies)) {
    const [bare, tool] = [await costOf(`bare/${slug}`, body), await costOf(`tool/${slug}`, body)];
    const ratio = (bare / tool).toFixed(2);
    console.log(
      `${slug.padEnd(18)} bare ${bare.toFixed(3)} ms, tool ${tool.toFixed(3)} ms, ratio ${ratio} (bar >= 0.7)`,
    );
  }
} finally {
  await server.stop();
}

const [empty, loaded] = [startOf([]), startOf(['./src/servers/toolkit.ts', './src/servers/toolkit.ts'])];
console.log(
  `startup: ${(loaded.ms - empty.ms).toFixed(0)} ms (bar <= 30) and ${(loaded.mib - empty.mib).toFixed(1)} MiB (bar <= 10) more, in addition to shared modules`,
);

/**
 * Measures processor time and memory of a process that loads the common startup modules plus the given ones.
 */
function startOf(modules: readonly string[]): { ms: number; mib: number } {
  const common = ['./src/servers/paid-features.ts', './src/servers/social-features.ts'];
  const imports = [...common, ...modules].map((path) => `await import(${JSON.stringify(path)});`).join('');
  const report =
    'const {user,system}=process.cpuUsage();console.log(JSON.stringify({ms:(user+system)/1e3,mib:process.memoryUsage.rss()/2**20}))';
  const runs = Array.from({ length: 5 }, () => {
    const printed = execFileSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      imports + report,
    ]);
    return JSON.parse(printed.toString()) as { ms: number; mib: number };
  });
  return { ms: Math.min(...runs.map(({ ms }) => ms)), mib: Math.min(...runs.map(({ mib }) => mib)) };
}

async function costOf(path: string, body: object): Promise<number> {
  const ask = async () => {
    const answer = await fetch(`${server.origin}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answered = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answered}`);
  };
  for (let i = 0; i < calls; i += 1) await ask();
  const before = server.processorTime();
  for (let i = 0; i < calls; i += 1) await ask();
  return (server.processorTime() - before) / calls;
}

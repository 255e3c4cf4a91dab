import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { isListening } from '../faults/is-listening.ts';
import { createCertificate } from '../audit/certificates.ts';

interface Target {
  plaza: number;
  hop: number;
}

export interface RunningProxy {
  http: number;
  https: number;
  stop(): Promise<void>;
}

interface Files {
  folder: string;
  http: number;
  https: number;
  certificate: string;
  key: string;
}

/** How each proxy reads its example in `deploy/`: with ports, certificates and addresses of the test in their places. */
export const proxies: Readonly<
  Record<
    string,
    {
      example: string;
      adapt: (text: string, files: Files, to: Target) => string;
      run: (file: string, folder: string) => [string, string[]];
    }
  >
> = {
  nginx: {
    example: 'deploy/nginx.conf',
    adapt: (text, { folder, http, https, certificate, key }, to) => `
      daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
        ${withPorts(text, to)
          .replaceAll(/^\s*listen \[::\].*$/gm, '')
          .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
          .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
          .replaceAll(/ssl_certificate [^;]+/g, `ssl_certificate ${certificate}`)
          .replaceAll(/ssl_certificate_key [^;]+/g, `ssl_certificate_key ${key}`)}
      }`,
    run: (file) => ['nginx', ['-c', file]],
  },
  caddy: {
    example: 'deploy/Caddyfile',
    adapt: (text, { http, https, certificate, key }, to) =>
      withPorts(text, to)
        .replace(
          '{\n\ton_demand_tls',
          `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\ton_demand_tls`,
        )
        // No certificate authority is reached from a test.
        .replace('tls {\n\t\ton_demand\n\t}', `tls ${certificate} ${key}`)
        .replaceAll(/^(plaza|hop)\.example\.org \{$/gm, (line) => `${line}\n\ttls ${certificate} ${key}`),
    run: (file) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
  },
  haproxy: {
    example: 'deploy/haproxy.cfg',
    adapt: (text, { folder, http, https }, to) =>
      withPorts(text, to)
        .replace('maxconn 20000', 'maxconn 1000')
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replace('/etc/haproxy/certificates', join(folder, 'certificates')),
    run: (file) => ['haproxy', ['-db', '-f', file]],
  },
};

const withPorts = (text: string, { plaza, hop }: Target) =>
  text.replaceAll('127.0.0.1:3000', `127.0.0.1:${plaza}`).replaceAll('127.0.0.1:3001', `127.0.0.1:${hop}`);

/** Whether the program is installed. */
export const isInstalled = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  }).status === 0;

/** Starts a proxy by its example, in front of the two services. */
export async function startProxy(name: string, to: Target): Promise<RunningProxy> {
  const proxy = proxies[name];
  if (!proxy) throw new Error(`Unknown proxy ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const [http = 0, https = 0] = await freePorts(2);
  const { cert, key } = await createCertificate({ name: 'plaza.example.org' });
  const files = { folder, http, https, certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.certificate, cert);
  writeFileSync(files.key, key);
  mkdirSync(join(folder, 'certificates'));
  writeFileSync(join(folder, 'certificates', 'all.pem'), `${cert}\n${key}\n`);
  const file = join(folder, 'config');
  writeFileSync(file, proxy.adapt(readFileSync(proxy.example, 'utf8'), files, to));
  const [program, options] = proxy.run(file, folder);
  const child = spawn(program, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !(await isListening(https)); tries += 1) {
    if (child.exitCode !== null || tries > 100) {
      await stop();
      throw new Error(`${name} does not start: ${said.slice(-2000)}`);
    }
    await sleep(100);
  }
  return { http, https, stop };
}
